// Reads messages with the schemas of the TypeScript SDK 1.x: one JSON line in, one out.
//
// node read_sdk.mjs <node_modules>
// In: {"kind": ..., "version": ..., "body": ...}. Out: null, or a sentence saying why it was refused.

import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const types = await import(
  pathToFileURL(join(process.argv[2], "@modelcontextprotocol/sdk/dist/esm/types.js"))
);

const readers = {
  request: (params) => types.ElicitRequestSchema.parse({ method: "elicitation/create", params }),
  result: (result) => types.ElicitResultSchema.parse(result),
  complete: (params) =>
    types.ElicitationCompleteNotificationSchema.parse({
      method: "notifications/elicitation/complete",
      params,
    }),
  url_required: (error) => {
    const read = types.McpError.fromError(error.code, error.message, error.data);
    if (!(read instanceof types.UrlElicitationRequiredError)) throw new Error("read as another error");
    if (read.elicitations.length === 0) throw new Error("no question was read");
    for (const params of error.data.elicitations) types.ElicitRequestURLParamsSchema.parse(params);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let reason = null;
  try {
    readers[message.kind](message.body);
  } catch (error) {
    reason = String(error);
  }
  process.stdout.write(JSON.stringify(reason) + "\n");
}
