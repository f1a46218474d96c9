// A host on the TypeScript SDK 1.x alone: the job and the report of host.py.
//
// node host.mjs <node_modules>

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages] = process.argv.slice(2);
const job = JSON.parse(readFileSync(0, "utf8"));
const load = (path) => import(pathToFileURL(join(packages, "@modelcontextprotocol/sdk/dist/esm", path)));
const { ElicitRequestSchema } = await load("types.js");
const { Client } = await load("client/index.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");

const TOO_LATE = 8000; // ms after which the person answers a question that was given up
const SIDE_BY_SIDE = 6;
const CONTENT = {
  "titled choice": { seat: "a" },
  "multi-select": { extras: ["sun"] },
  defaults: { city: "Oslo", nights: 2, window: false },
  "invalid answer": { seat: "roof" },
  timeout: { seat: "w" },
};

async function run({ case: name, run, url }) {
  const arrived = [];
  let asked;
  const question = new Promise((resolve) => (asked = resolve));
  const client = new Client({ name: "host", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    arrived.push(params);
    asked();
    if (name === "timeout") await new Promise((resolve) => setTimeout(resolve, TOO_LATE));
    if (name === "disconnect") await new Promise(() => {});
    if (name === "decline" || name === "cancel") return { action: name };
    return { action: "accept", content: CONTENT[name] };
  });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  const call = client.callTool({ name: "work", arguments: { case: name, run } }).then(
    (result) => ({ text: result.content[0].text, failed: result.isError === true }),
    (error) => ({ error: error.code })
  );
  if (name === "disconnect") {
    await question;
    await transport.terminateSession();
    await client.close();
    return { arrived, completed: [] };
  }
  const ended = await call;
  await client.close();
  return { ended, arrived, completed: [] };
}

const reports = {};
const waiting = [...job];
async function work() {
  for (let each; (each = waiting.shift()); )
    reports[each.run] = await run(each).catch((error) => String(error));
}
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
process.stdout.write(JSON.stringify(reports) + "\n", () => process.exit(0));
