import { vi } from "vitest";

export interface FakeCall {
  method: string;
  path: string;
  body: unknown;
}

/** A response body, or an error of the wire with its status. Throwing is a broken connection. */
type FakeResponse = (call: FakeCall) => object;

/** Replaces `fetch` by responses of the API, and records the calls. */
export function fakeApi(respond: FakeResponse): FakeCall[] {
  const calls: FakeCall[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { method: init.method ?? "GET", path: address.replace(/^\/api/, ""), body };
    calls.push(call);
    const content = respond(call);
    const status = "code" in content && "status" in content ? Number(content.status) : 200;
    return new Response(JSON.stringify(content), { status });
  });
  return calls;
}

/** The wire shape of a refusal. */
export function refusal(status: number, code: string, message: string): object {
  return { status, code, message, requestId: "r1" };
}
