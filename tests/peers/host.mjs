// A host built on the TypeScript SDK alone: it does jobs against servers, and prints what came of each.
//
// node host.mjs <node_modules> <list of jobs as JSON>
// A job: {url or command, version?, declares, person: {message: answer}, calls: [{name, arguments, again?}]}.
// Printed: {version, reports: [{arrived, result | error, again?}], completed}.
// The person opens every page that is asked for, once the answer is on its way.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, written] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(packages, "@modelcontextprotocol", path)));

let job;
let completed = [];
let listeners = [];
let arrived = [];

async function open(url) {
  await (await fetch(url)).text();
}

function answer({ params }) {
  arrived.push(params);
  if (params.mode === "url") {
    if (job.person.opens !== false) setTimeout(() => open(params.url), 50);
    return { action: job.person.url ?? "accept" };
  }
  const content = job.person[params.message];
  return typeof content === "string" ? { action: content } : { action: "accept", content };
}

function noted({ params }) {
  completed.push(params.elicitationId);
  for (const listener of listeners) listener();
}

async function connected() {
  const capabilities = { elicitation: job.declares };
  if (existsSync(join(packages, "@modelcontextprotocol/client"))) {
    const sdk = await load("client/dist/index.mjs");
    const mode = job.version === "2026-07-28" ? { pin: job.version } : "legacy";
    const client = new sdk.Client({ name: "host", version: "1" }, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler("elicitation/create", answer);
    if (mode === "legacy") client.setNotificationHandler("notifications/elicitation/complete", noted);
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL(job.url)));
    return { client, sdk };
  }
  const sdk = await load("sdk/dist/esm/types.js");
  const { Client } = await load("sdk/dist/esm/client/index.js");
  const { StreamableHTTPClientTransport } = await load("sdk/dist/esm/client/streamableHttp.js");
  const client = new Client({ name: "host", version: "1" }, { capabilities });
  client.setRequestHandler(sdk.ElicitRequestSchema, answer);
  if (sdk.ElicitationCompleteNotificationSchema)
    client.setNotificationHandler(sdk.ElicitationCompleteNotificationSchema, noted);
  if (job.command) {
    const { StdioClientTransport } = await load("sdk/dist/esm/client/stdio.js");
    const [command, ...args] = job.command;
    await client.connect(new StdioClientTransport({ command, args, env: process.env }));
  } else await client.connect(new StreamableHTTPClientTransport(new URL(job.url)));
  return { client, sdk };
}

async function tried(client, sdk, call) {
  try {
    const result = await client.callTool({ name: call.name, arguments: call.arguments ?? {} });
    return { result: { text: result.content[0].text, isError: result.isError === true } };
  } catch (error) {
    const pages = sdk.UrlElicitationRequiredError && error instanceof sdk.UrlElicitationRequiredError;
    return { error: { code: error.code, data: error.data, pages: pages ? error.elicitations : null } };
  }
}

async function afterTheError(client, sdk, call, pages) {
  const wanted = pages.map((page) => page.elicitationId);
  const all = new Promise((resolve) => {
    const look = () => wanted.every((id) => completed.includes(id)) && resolve();
    listeners.push(look);
  });
  for (const page of pages) await open(page.url);
  if (call.again === "when completed") await all;
  return tried(client, sdk, call);
}

async function done() {
  completed = [];
  listeners = [];
  const { client, sdk } = await connected();
  const reports = [];
  for (const call of job.calls) {
    arrived = [];
    const report = await tried(client, sdk, call);
    if (call.again && report.error?.code === -32042)
      report.again = await afterTheError(client, sdk, call, report.error.data.elicitations);
    reports.push({ arrived, ...report });
  }
  const { protocolVersion } = client.transport;
  await client.close();
  return { version: protocolVersion ?? null, reports, completed };
}

for (job of JSON.parse(written)) process.stdout.write(JSON.stringify(await done()) + "\n");
process.exit(0);
