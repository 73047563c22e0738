import { vi } from "vitest";

export interface FakeCall {
  method: string;
  path: string;
  body: unknown;
}

/** A response body, or an error of the wire with its status. Throwing stands for a broken connection. */
type Answer = (call: FakeCall) => object;

/** Replaces `fetch` by answers of the API, and records the calls. */
export function fakeApi(answer: Answer): FakeCall[] {
  const calls: FakeCall[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { method: init.method ?? "GET", path: address.replace(/^\/api/, ""), body };
    calls.push(call);
    const content = answer(call);
    const status = "code" in content && "status" in content ? Number(content.status) : 200;
    return new Response(JSON.stringify(content), { status });
  });
  return calls;
}

/** The wire shape of a refusal. */
export function refusal(status: number, code: string, message: string): object {
  return { status, code, message, requestId: "r1" };
}
