/**
 * What adapters tell of routes and models.
 *
 * @module
 */

import { checkCatalog } from "../../runtime/check_catalog.ts";
import { checkResolvedModel } from "../../runtime/check_resolved_model.ts";
import { errorChain } from "../../runtime/error_chain.ts";
import type { Kit, Rule } from "./_kit.ts";

/** The rules. */
export const RESOLVER_RULES: readonly Rule[] = [
  {
    rule: "what it tells of its route and models is sound",
    check: checkMetadata,
  },
  {
    rule: "a query settles by the next task once its signal aborts",
    check: checkQueries,
  },
];

async function checkMetadata(kit: Kit): Promise<void> {
  const { provider, model } = kit.subject;
  const adapter = (await kit.openAny())?.adapter;
  if (adapter === undefined) return;
  const asked = { provider, model };
  const info = adapter.providerInfo(provider);
  if (info?.id !== provider || !info.name) {
    const expected = `an info with a name and the id "${provider}"`;
    throw kit.broken({ expected, got: String(JSON.stringify(info)) });
  }
  try {
    checkCatalog(await adapter.listModels(provider), provider);
    checkResolvedModel(await adapter.resolveModel(provider, model), asked);
    const prepared = await adapter.prepareCall(provider, model);
    checkResolvedModel(prepared.model, asked);
  } catch (error) {
    const got = `"${errorChain(error)}"`;
    throw kit.broken({ expected: "metadata that can be used", got });
  }
}

async function checkQueries(kit: Kit): Promise<void> {
  const { provider, model } = kit.subject;
  for (const query of ["resolveModel", "prepareCall"] as const) {
    for (const when of ["before", "after"] as const) {
      const adapter = (await kit.openAny())?.adapter;
      if (adapter === undefined) return;
      const leaving = new AbortController();
      if (when === "before") leaving.abort(new Error("Query was aborted"));
      let settled = false;
      const settle = () => void (settled = true);
      adapter[query](provider, model, leaving.signal).then(settle, settle);
      leaving.abort(new Error("Query was aborted"));
      await kit.tasks(1);
      if (settled) continue;
      const expected =
        `${query}() to settle when aborted ${when} it was called`;
      throw kit.broken({ expected, got: "a promise that is pending" });
    }
  }
}
