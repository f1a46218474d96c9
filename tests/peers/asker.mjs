// A server on the TypeScript SDK alone, 1.x or 2.x, that asks in every way its SDK knows.
//
// node asker.mjs <node_modules>
// Prints its URL on the first line. GET /page?id=... is the page that a person opens.
// On 2.x the versions of the handshake are served with sessions, and 2026-07-28 beside them.

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { randomUUID } from "node:crypto";

const packages = process.argv[2];
const load = (path) => import(pathToFileURL(join(packages, "@modelcontextprotocol", path)));
const second = existsSync(join(packages, "@modelcontextprotocol/server"));
const sdk = second ? await load("server/dist/index.mjs") : await load("sdk/dist/esm/types.js");
const { Server } = second ? sdk : await load("sdk/dist/esm/server/index.js");
const NodeTransport = second
  ? (await load("node/dist/index.mjs")).NodeStreamableHTTPServerTransport
  : (await load("sdk/dist/esm/server/streamableHttp.js")).StreamableHTTPServerTransport;
const ProtocolError = second ? sdk.ProtocolError : sdk.McpError;

const opened = new Set();
const notifiers = new Map();
const calls = new Map();
let origin;
// Messages that are neither requests nor notifications, and belong to no session: on 2026-07-28 there is none.
let strays = 0;

const titled = ["First", "Second"].map((word, at) => ({ const: `value${at + 1}`, title: `${word} Option` }));
const everyKind = {
  type: "object",
  properties: {
    text: { type: "string", minLength: 1, default: "as it stands" },
    mail: { type: "string", format: "email" },
    count: { type: "integer", minimum: 1, default: 2 },
    share: { type: "number", default: 0.5 },
    sure: { type: "boolean", default: true },
    one: { type: "string", enum: ["a", "b"], default: "b" },
    titled: { type: "string", oneOf: titled },
    legacy: { type: "string", enum: ["x", "y"], enumNames: ["Ex", "Why"] },
    some: { type: "array", items: { type: "string", enum: ["a", "b"] }, default: ["a"] },
    many: { type: "array", items: { anyOf: titled } },
  },
  required: ["text", "count"],
};
const page = (id) => ({ mode: "url", message: `Open ${id}`, elicitationId: id, url: `${origin}/page?id=${id}` });
const told = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const malformed = {
  "no data": undefined,
  "no list": {},
  "an empty list": { elicitations: [] },
  "not a list": { elicitations: "all" },
  "a form in the list": { elicitations: [{ mode: "form", message: "m", requestedSchema: everyKind }] },
  "no url": { elicitations: [{ mode: "url", message: "m", elicitationId: "i" }] },
  "no id": { elicitations: [{ mode: "url", message: "m", url: "https://example.com" }] },
  "a payment": { challenges: [{ scheme: "card" }] },
};

const later = (milliseconds, work) => setTimeout(() => work().catch(() => {}), milliseconds);

async function tool(server, name, given, requests) {
  calls.set(given.id, (calls.get(given.id) ?? 0) + 1);
  const ask = (params) => server.elicitInput(params, { relatedRequestId: requests.id });
  const notify = (id) => server.createElicitationCompletionNotifier(id)();
  switch (name) {
    case "form":
      return told(await ask({ mode: "form", message: "Every kind", requestedSchema: everyKind }));
    case "plain form": {
      const params = { message: "No mode", requestedSchema: { type: "object", properties: { a: { type: "string" } } } };
      return told(await requests.raw({ method: "elicitation/create", params }));
    }
    case "with a task": {
      const schema = { type: "object", properties: { a: { type: "string" } } };
      const params = { mode: "form", message: "No mode", requestedSchema: schema, task: { ttl: 1000 } };
      return told(await requests.raw({ method: "elicitation/create", params }));
    }
    case "strays":
      return told(strays);
    case "undeclared":
      try {
        return told(await requests.raw({ method: "elicitation/create", params: page(given.id) }));
      } catch (error) {
        return told({ code: error.code });
      }
    case "page": {
      notifiers.set(given.id, () => notify(given.id));
      return told(await ask(page(given.id)));
    }
    case "completions":
      for (const id of given.ids) await notify(id);
      return told("said");
    case "required":
      if (opened.has(given.id)) return told({ calls: calls.get(given.id) });
      notifiers.set(given.id, () => notify(given.id));
      // Ids that this client never saw, and each said twice: none of them is the one it waits for.
      later(30, async () => (await notify("never issued"), await notify("never issued")));
      throw new sdk.UrlElicitationRequiredError([page(given.id)]);
    case "early":
      if (opened.has(given.id)) return told({ calls: calls.get(given.id) });
      notifiers.set(given.id, () => notify(given.id));
      // On the stream of this call, so that it arrives before the error.
      await server.createElicitationCompletionNotifier(given.id, { relatedRequestId: requests.id })();
      throw new sdk.UrlElicitationRequiredError([page(given.id)]);
    case "always required":
      notifiers.set(`${given.id}-${calls.get(given.id)}`, () => notify(`${given.id}-${calls.get(given.id)}`));
      throw new sdk.UrlElicitationRequiredError([page(`${given.id}-${calls.get(given.id)}`)]);
    case "malformed":
      throw new ProtocolError(-32042, "needed", malformed[given.kind]);
    case "count":
      return told(calls.get(given.id) - 1);
    case "rounds": {
      const name = sdk.acceptedContent(requests.responses, "name")?.value;
      const known = name ?? requests.state?.split(" ")[1];
      if (known === undefined) {
        const question = { message: "Your name?", requestedSchema: one("string") };
        return sdk.inputRequired({ inputRequests: { name: sdk.inputRequired.elicit(question) } });
      }
      const age = sdk.acceptedContent(requests.responses, "age")?.value;
      if (age === undefined) {
        const question = { message: `How old are you, ${known}?`, requestedSchema: one("integer") };
        const inputRequests = { age: sdk.inputRequired.elicit(question), also: sdk.inputRequired.elicit({ message: "Every kind", requestedSchema: everyKind }) };
        return sdk.inputRequired({ inputRequests, requestState: `name ${known}` });
      }
      return told([known, age, requests.responses.also]);
    }
    case "page in a round":
      if (opened.has(given.id)) return told(requests.responses.page);
      return sdk.inputRequired({
        inputRequests: { page: sdk.inputRequired.elicitUrl({ message: `Open ${given.id}`, url: `${origin}/page?id=${given.id}` }) },
      });
  }
  throw new Error(`no tool ${name}`);
}

// What stands behind a page, as a prompt and as a resource.
function behind(server, id) {
  calls.set(id, (calls.get(id) ?? 0) + 1);
  if (opened.has(id)) return JSON.stringify({ calls: calls.get(id) });
  notifiers.set(id, () => server.createElicitationCompletionNotifier(id)());
  throw new sdk.UrlElicitationRequiredError([page(id)]);
}

const prompted = (text) => ({ messages: [{ role: "user", content: { type: "text", text } }] });
const read = (uri, text) => ({ contents: [{ uri, text }] });
const idOf = (uri) => uri.split("/").pop();

const one = (type) => ({ type: "object", properties: { value: { type } }, required: ["value"] });

function make() {
  const server = new Server({ name: "asker", version: "1" }, { capabilities: { tools: {}, prompts: {}, resources: {} } });
  if (second) {
    server.setRequestHandler("tools/call", (request, ctx) => {
      const { id, inputResponses, requestState, send } = ctx.mcpReq;
      return tool(server, request.params.name, request.params.arguments ?? {}, {
        id,
        responses: inputResponses,
        state: typeof requestState === "function" ? requestState() : requestState,
        raw: (message) => send(message),
      });
    });
    server.setRequestHandler("tools/list", () => ({ tools: [] }));
    server.setRequestHandler("prompts/get", ({ params }) => prompted(behind(server, params.arguments.id)));
    server.setRequestHandler("resources/read", ({ params }) => read(params.uri, behind(server, idOf(params.uri))));
  } else {
    server.setRequestHandler(sdk.CallToolRequestSchema, (request, extra) =>
      tool(server, request.params.name, request.params.arguments ?? {}, {
        id: extra.requestId,
        raw: (message) => extra.sendRequest(message, sdk.ElicitResultSchema),
      })
    );
    server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: [] }));
    server.setRequestHandler(sdk.GetPromptRequestSchema, ({ params }) => prompted(behind(server, params.arguments.id)));
    server.setRequestHandler(sdk.ReadResourceRequestSchema, ({ params }) =>
      read(params.uri, behind(server, idOf(params.uri)))
    );
  }
  return server;
}

const sessions = new Map();
const rounds = second ? (await load("node/dist/index.mjs")).toNodeHandler(sdk.createMcpHandler(make, { legacy: "reject" })) : null;

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return parts.length ? JSON.parse(Buffer.concat(parts).toString()) : undefined;
}

async function inSession(request, response, message) {
  let transport = sessions.get(request.headers["mcp-session-id"]);
  if (!transport) {
    transport = new NodeTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await make().connect(transport);
  }
  await transport.handleRequest(request, response, message);
}

const http = createServer(async (request, response) => {
  const url = new URL(request.url, origin);
  if (url.pathname === "/page") {
    const id = url.searchParams.get("id");
    opened.add(id);
    await notifiers.get(id)?.();
    return response.end("opened");
  }
  const message = await body(request);
  if (message && !message.method && !request.headers["mcp-session-id"]) strays += 1;
  if (message?.params?._meta?.["io.modelcontextprotocol/protocolVersion"]) return rounds(request, response, message);
  return inSession(request, response, message);
});
http.listen(0, "127.0.0.1", () => {
  origin = `http://127.0.0.1:${http.address().port}`;
  process.stdout.write(`${origin}/mcp\n`);
});
