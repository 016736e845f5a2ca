/**
 * The directory of routes that could be configured.
 *
 * @module
 */

import { isFilledString } from "./_is_filled_string.ts";
import { DUPLICATE_DIRECTORY_CODE, INVALID_DIRECTORY_CODE } from "./codes.ts";
import type { LlmConfigurableProvider } from "./configurable_provider.ts";
import { LlmError } from "./error.ts";
import { createKeyedRegistry, type KeyedRegistry } from "./keyed_registry.ts";
import {
  type DirectoryRegistrationHandle,
  type RegistrationOptions,
  registrationSignal,
} from "./registration.ts";

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
  const registry = createKeyedRegistry<LlmConfigurableProvider>({
    keyOf: ({ provider }) => provider,
    duplicate: (provider, state) =>
      new LlmError(
        `Cannot register configurable provider "${provider}": it is ${state}`,
        DUPLICATE_DIRECTORY_CODE,
      ),
    changed,
  });
  return {
    ...registry,
    list: () => registry.list().map(copy),
    register(entries, options = {}) {
      const signal = registrationSignal(options);
      const first = toEntries(entries);
      if (first.length === 0) refuse("entries", "a non-empty array");
      const { dispose, replace } = registry.register(first, signal);
      return Object.assign(dispose, {
        replace: (next: readonly LlmConfigurableProvider[]) =>
          replace(() => toEntries(next)),
      });
    },
  };
}

function toEntries(
  entries: readonly LlmConfigurableProvider[],
): LlmConfigurableProvider[] {
  if (!Array.isArray(entries)) refuse("entries", "an array");
  return Array.from(entries, (entry: LlmConfigurableProvider, k) => {
    const path = `entries[${k}]`;
    if (typeof entry !== "object" || entry === null) {
      refuse(path, "an object");
    }
    const { provider, displayName, settingsNs, settingsPath, declared } = entry;
    for (
      const [name, value] of Object.entries({
        provider,
        displayName,
        settingsNs,
      })
    ) {
      if (!isFilledString(value)) {
        refuse(`${path}.${name}`, "a non-empty string");
      }
    }
    if (
      !Array.isArray(settingsPath) ||
      !Array.from(settingsPath).every((key) => typeof key === "string")
    ) refuse(`${path}.settingsPath`, "an array of strings");
    if (declared !== undefined && typeof declared !== "boolean") {
      refuse(`${path}.declared`, "a boolean");
    }
    return copy(
      { provider, displayName, settingsNs, settingsPath, declared },
    );
  });
}

function copy(entry: LlmConfigurableProvider): LlmConfigurableProvider {
  const { declared, settingsPath, ...rest } = entry;
  return {
    ...rest,
    settingsPath: [...settingsPath],
    ...(declared !== undefined && { declared }),
  };
}

function refuse(path: string, wanted: string): never {
  throw new LlmError(
    `Cannot register configurable providers: "${path}" must be ${wanted}`,
    INVALID_DIRECTORY_CODE,
  );
}
