/**
 * The options of a request that pi-ai leaves to its callers.
 *
 * @module
 */

import type { LlmAdapterContext } from "../../runtime/adapter.ts";
import { UNSUPPORTED_OPTION_CODE } from "../../runtime/codes.ts";
import { LlmError } from "../../runtime/error.ts";
import { isRecord } from "../../runtime/json_record.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import { serializeProviderOptions } from "../../runtime/serialize_provider_options.ts";
import { type Fields, type Protocol, protocolOf } from "./protocols.ts";

/** What {@linkcode payloadOptions} depends on beside the request. */
export interface PayloadOptionsOptions {
  /** The protocol the request is sent by. */
  readonly api: string;
  /** Whether the output has a cap that somebody asked for, or knows. */
  readonly capped: boolean;
  /** Where to report what was left out. */
  readonly context?: LlmAdapterContext | undefined;
}

/**
 * Prepares what is written into the body that pi-ai makes of a request.
 *
 * @param request The request.
 * @param options What it depends on.
 * @returns What writes it: from pi-ai's body to the one that is sent.
 * @throws {LlmError} `UNSUPPORTED_OPTION` if the protocol has no place for an option.
 */
export function payloadOptions(
  request: GenerateOptions,
  options: PayloadOptionsOptions,
): (payload: unknown) => unknown {
  const { api, capped, context } = options;
  const protocol = protocolOf(api);
  const own = ownFields(request, protocol, api);
  const extra = serializeProviderOptions(request, {
    ownKeys: protocol.ownKeys,
    context,
  });
  return (payload) => {
    if (!isRecord(payload)) return payload;
    const caps = capped ? [] : protocol.caps ?? [];
    const body = within(payload, protocol.extras, (fields) => ({
      ...fields,
      ...extra,
    }));
    const written = within(body, protocol.place, (fields) => ({
      ...Object.fromEntries(
        Object.entries(fields).filter(([name]) => !caps.includes(name)),
      ),
      ...own,
    }));
    checkTemperature(request, written, protocol);
    return written;
  };
}

/**
 * Tells whether the protocol itself can end the output at the strings of a request.
 *
 * @param stops The strings.
 * @param protocol The protocol.
 * @returns Whether they can be sent.
 */
function sendsStops(
  stops: readonly string[],
  { stop, maxStops = Infinity }: Protocol,
): boolean {
  // Blank ones are refused by some.
  return stop !== undefined && stops.length <= maxStops &&
    stops.every((text) => text.trim() !== "");
}

function ownFields(
  request: GenerateOptions,
  protocol: Protocol,
  api: string,
): Fields {
  const { stop = [], topP, seed, toolChoice, responseFormat } = request;
  const fields: [string, unknown][] = [];

  function add(option: string, field: readonly [string, unknown] | undefined) {
    if (field !== undefined) return fields.push([...field]);
    throw unsupported(
      `"${option}" must be left out: ${api} has no place for it`,
    );
  }

  if (stop.length > 0 && sendsStops(stop, protocol)) {
    fields.push([protocol.stop!, [...stop]]);
  }
  if (topP !== undefined) {
    add(
      "topP",
      protocol.topP === undefined ? undefined : [protocol.topP, topP],
    );
  }
  if (seed !== undefined) {
    add(
      "seed",
      protocol.seed === undefined ? undefined : [protocol.seed, seed],
    );
  }
  if (toolChoice === "required" || isRecord(toolChoice)) {
    if (toolChoice !== "required" && typeof toolChoice.name !== "string") {
      throw unsupported(
        '"toolChoice" must be "auto", "none", "required" or the name of a tool',
      );
    }
    add("toolChoice", protocol.toolChoice?.(toolChoice));
  }
  if (responseFormat !== undefined && responseFormat.type !== "text") {
    const format = protocol.format?.(responseFormat);
    if (format === undefined) add("responseFormat", undefined);
    else fields.push(...Object.entries(format));
  }
  return Object.fromEntries(fields);
}

/** Changes a record, or the record in one of its fields. */
function within(
  record: Fields,
  place: string | undefined,
  change: (fields: Fields) => Fields,
): Fields {
  if (place === undefined) return change(record);
  const inner = record[place];
  return { ...record, [place]: change(isRecord(inner) ? inner : {}) };
}

// Some models take none while they think, and pi-ai leaves it out without a word.
function checkTemperature(
  { temperature }: GenerateOptions,
  payload: Fields,
  { place }: Protocol,
): void {
  const fields = place === undefined ? payload : payload[place];
  if (temperature === undefined || !isRecord(fields)) return;
  if (fields.temperature !== temperature && !isRecord(payload.options)) {
    throw unsupported(
      '"temperature" must be left out: the model takes none in this call',
    );
  }
}

function unsupported(state: string): LlmError {
  return new LlmError(
    `Cannot send request: ${state}`,
    UNSUPPORTED_OPTION_CODE,
  );
}
