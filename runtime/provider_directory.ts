/**
 * The directory of routes that could be configured.
 *
 * @module
 */

import { filled, must, text } from "../message/find_fault.ts";
import { codedRefusal } from "./coded_refusal.ts";
import { DUPLICATE_DIRECTORY_CODE, INVALID_DIRECTORY_CODE } from "./codes.ts";
import type { LlmConfigurableProvider } from "./configurable_provider.ts";
import { createKeyedRegistry, type KeyedRegistry } from "./keyed_registry.ts";
import { flag, readShape, type Shape } from "./read_shape.ts";
import {
  type DirectoryRegistrationHandle,
  type RegistrationOptions,
  registrationSignal,
} from "./registration.ts";

const ENTRY: Shape = {
  provider: filled,
  displayName: filled,
  settingsNs: filled,
  settingsPath: [text],
  "declared?": flag,
};

/** The directory of one runtime. */
export interface ProviderDirectory
  extends Omit<KeyedRegistry<LlmConfigurableProvider>, "register"> {
  /** Registers entries. See `LlmRuntime.registerConfigurableProviders`. */
  register(
    entries: readonly LlmConfigurableProvider[],
    options?: RegistrationOptions,
  ): DirectoryRegistrationHandle;
}

/**
 * Makes an empty directory.
 *
 * @param changed Called after each change, when it can be read.
 * @returns The directory.
 */
export function createProviderDirectory(
  changed: () => void,
): ProviderDirectory {
  const error = codedRefusal(
    "register configurable providers",
    INVALID_DIRECTORY_CODE,
  );
  function toEntries(
    entries: readonly LlmConfigurableProvider[],
  ): LlmConfigurableProvider[] {
    return readShape(entries, [ENTRY], { path: "entries", error });
  }
  const registry = createKeyedRegistry<LlmConfigurableProvider>({
    keyOf: ({ provider }) => provider,
    what: "register configurable provider",
    duplicateCode: DUPLICATE_DIRECTORY_CODE,
    changed,
  });
  return {
    ...registry,
    list: () => structuredClone(registry.list()),
    register(entries, options = {}) {
      const signal = registrationSignal(options);
      const first = toEntries(entries);
      const fault = must(first.length > 0, "entries", "a non-empty array");
      if (fault) throw error(fault);
      const { dispose, replace } = registry.register(first, signal);
      return Object.assign(dispose, {
        replace: (next: readonly LlmConfigurableProvider[]) =>
          replace(() => toEntries(next)),
      });
    },
  };
}
