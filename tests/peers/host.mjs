// A host built on the TypeScript SDK alone: it does jobs against servers, and prints what came of each.
//
// node host.mjs <node_modules> <list of jobs as JSON>
// A job: {url or command, version?, declares, person: {message: answer}, calls: [call]}.
// A call: {name, arguments, again?, method?}; the method is tools/call, prompts/get, or resources/read, whose
// name is the URI.
// Printed: {version, reports: [{arrived, result | error, again?}], completed, overheard}. A second client of the
// same server is connected all the while, and calls nothing but `completions` at the end: what it heard of pages
// until then is what was overheard.
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

const hearing = (heard) => ({ params }) => {
  heard.push(params.elicitationId);
  for (const listener of listeners) listener();
};

async function connected(heard) {
  const noted = hearing(heard);
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

async function called(client, { name, arguments: given = {}, method }) {
  if (method === "prompts/get") return (await client.getPrompt({ name, arguments: given })).messages[0].content;
  if (method === "resources/read") return (await client.readResource({ uri: name })).contents[0];
  const result = await client.callTool({ name, arguments: given });
  return { text: result.content[0].text, isError: result.isError };
}

async function tried(client, sdk, call) {
  try {
    const { text, isError } = await called(client, call);
    return { result: { text, isError: isError === true } };
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

async function untilHeard(client, heard) {
  const last = new Promise((resolve) => listeners.push(() => heard.includes("the last") && resolve()));
  await client.callTool({ name: "completions", arguments: { ids: ["the last"] } });
  await last;
  return heard;
}

async function done() {
  completed = [];
  listeners = [];
  const overheard = [];
  const { client, sdk } = await connected(completed);
  const bystander = job.bystander ? (await connected(overheard)).client : null;
  const reports = [];
  for (const call of job.calls) {
    arrived = [];
    const report = await tried(client, sdk, call);
    if (call.again && report.error?.code === -32042)
      report.again = await afterTheError(client, sdk, call, report.error.data.elicitations);
    reports.push({ arrived, ...report });
  }
  const { protocolVersion } = client.transport;
  if (bystander) await untilHeard(bystander, overheard);
  await bystander?.close();
  await client.close();
  return { version: protocolVersion ?? null, reports, completed, overheard };
}

for (job of JSON.parse(written)) process.stdout.write(JSON.stringify(await done()) + "\n");
process.exit(0);
