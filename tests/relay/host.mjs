// A host on the TypeScript SDK 1.x alone: the job and the report of host.py.
//
// node host.mjs <node_modules> <job as JSON>

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, written] = process.argv.slice(2);
const job = JSON.parse(written);
const load = (path) => import(pathToFileURL(join(packages, "@modelcontextprotocol/sdk/dist/esm", path)));
const { ElicitRequestSchema } = await load("types.js");
const { Client } = await load("client/index.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");

const IMPATIENT = ["timeout", "disconnect"];
const TOO_LATE = 3000; // ms after which the person answers a question that was given up
const CONTENT = {
  "titled choice": { seat: "a" },
  "multi-select": { extras: ["sun"] },
  defaults: { city: "Oslo", nights: 2, window: false },
  "invalid answer": { seat: "roof" },
  timeout: { seat: "w" },
};

async function run({ case: name, run }) {
  const arrived = [];
  let asked;
  const question = new Promise((resolve) => (asked = resolve));
  const client = new Client({ name: "host", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    arrived.push(params);
    asked();
    if (IMPATIENT.includes(name)) await new Promise((resolve) => setTimeout(resolve, TOO_LATE));
    if (name === "decline" || name === "cancel") return { action: name };
    return { action: "accept", content: CONTENT[name] };
  });
  const url = new URL(IMPATIENT.includes(name) ? job.impatient : job.patient);
  const transport = new StreamableHTTPClientTransport(url);
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

const reports = await Promise.all(
  job.runs.map(async (each) => [each.case, await run(each).catch((error) => String(error))])
);
process.stdout.write(JSON.stringify(Object.fromEntries(reports)) + "\n");
process.exit(0);
