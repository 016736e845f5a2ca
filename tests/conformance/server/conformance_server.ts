/**
 * The other end of every connection that cases make.
 *
 * @module
 */

import type { AnswerScript } from "../answer.ts";
import type { Reply } from "../provider.ts";
import { serveHttp } from "../serve_http.ts";
import { allowReading, allowRequest } from "./cross_origin.ts";
import { createKeptAnswer, type KeptAnswer } from "./kept_answer.ts";
import { createProviderCall, type ProviderCall } from "./provider_call.ts";
import { createReports, type Reports } from "./reports.ts";

/** The server, which ends with its scope. */
export interface ConformanceServer extends AsyncDisposable {
  /** Where it is. */
  readonly url: string;
  /** What runs have reported to it. */
  readonly reports: Reports;
}

/** Starts a server on 127.0.0.1. */
export async function startConformanceServer(): Promise<ConformanceServer> {
  const calls = new Map<string, ProviderCall>();
  const answers = new Map<string, KeptAnswer>();
  const reports = createReports();

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, first = "", id = ""] = pathname.split("/");
    if (request.method === "OPTIONS") {
      if (first === "calls") calls.get(id)?.preflight(request);
      return allowRequest();
    }
    switch (first) {
      case "calls":
        return await calls.get(id)?.handle(request) ?? missing();
      case "answers":
        return await answers.get(id)?.handle(request) ?? missing();
      case "_calls": {
        const replies: Reply[] = await request.json();
        return keep(calls, createProviderCall(replies));
      }
      case "_answers": {
        const script: AnswerScript = await request.json();
        return keep(answers, await createKeptAnswer(script));
      }
      case "_report":
        reports.add(searchParams.get("run") ?? "", await request.json());
        return Response.json({});
      case "_seen":
      case "_stopped": {
        const of = calls.get(searchParams.get("call") ?? "") ??
          answers.get(searchParams.get("answer") ?? "");
        if (of === undefined) return missing();
        if (first === "_stopped") {
          await of.stopped(Number(searchParams.get("times") ?? 1));
        }
        return Response.json(of.seen());
      }
    }
    return missing();
  }

  const { url, close } = await serveHttp(async (request) =>
    allowReading(await handle(request))
  );
  return {
    url,
    reports,
    async [Symbol.asyncDispose]() {
      for (const answer of answers.values()) answer.close();
      await close();
    },
  };
}

function keep<T>(of: Map<string, T>, value: T): Response {
  const id = `${of.size + 1}`;
  of.set(id, value);
  return Response.json({ id });
}

function missing(): Response {
  return Response.json({ error: "There is no such place" }, { status: 404 });
}
