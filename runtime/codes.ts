/**
 * The codes failures carry: what programs route on.
 *
 * Providers answer with more HTTP statuses than have a name here: those come as
 * `"HTTP_<status>"`. Adapters may add codes of their own.
 *
 * @module
 */

/** The caller gave up. */
export const ABORTED_CODE = "ABORTED";

/** The provider sent nothing, or nothing of use, for too long. */
export const TIMEOUT_CODE = "TIMEOUT";

/** The connection to the provider failed. */
export const TRANSPORT_CODE = "TRANSPORT";

/** The response broke off before its end marker. */
export const STREAM_CLOSED_CODE = "STREAM_CLOSED";

/** The provider answered with something that cannot be read. */
export const MALFORMED_RESPONSE_CODE = "MALFORMED_RESPONSE";

/** The response ended normally, yet held no content. */
export const EMPTY_RESPONSE_CODE = "EMPTY_RESPONSE";

/** The provider withheld the response for what it or the prompt says. */
export const CONTENT_FILTER_CODE = "CONTENT_FILTER";

/** The provider ran out of capacity in the middle of a response. */
export const INSUFFICIENT_SYSTEM_RESOURCE_CODE = "INSUFFICIENT_SYSTEM_RESOURCE";

/** The provider left a tool call in its text instead of parsing it. */
export const UNPARSED_TOOL_CALL_CODE = "UNPARSED_TOOL_CALL";

/** The request does not fit the model's context window. */
export const CONTEXT_WINDOW_EXCEEDED_CODE = "CONTEXT_WINDOW_EXCEEDED";

/** A quota, balance, credit or budget is used up: waiting a moment is no help. */
export const QUOTA_EXCEEDED_CODE = "QUOTA_EXCEEDED";

/** Too many requests or tokens in a short time. */
export const RATE_LIMIT_CODE = "RATE_LIMIT";

/** The provider failed or is overloaded. */
export const SERVER_CODE = "SERVER";

/** The provider refused the credential. */
export const AUTH_CODE = "AUTH";

/** The provider refused the request as it is. */
export const INVALID_REQUEST_CODE = "INVALID_REQUEST";

/** No adapter serves the route. */
export const NO_ADAPTER_CODE = "NO_ADAPTER";

/** The route is taken by another adapter, or named twice. */
export const DUPLICATE_ADAPTER_CODE = "DUPLICATE_ADAPTER";

/** The adapter or its list of routes cannot be registered. */
export const INVALID_ADAPTER_CODE = "INVALID_ADAPTER";

/** The registration was disposed before. */
export const REGISTRATION_DISPOSED_CODE = "REGISTRATION_DISPOSED";

/** The adapter listed models that make no sense. */
export const INVALID_CATALOG_CODE = "INVALID_CATALOG";

/** The adapter described another model than it was asked about, or none. */
export const INVALID_MODEL_INFO_CODE = "INVALID_MODEL_INFO";

/** The adapter told a context window that is not a positive integer. */
export const INVALID_MODEL_CONTEXT_CODE = "INVALID_MODEL_CONTEXT";

/** The adapter told a default output cap that is not a positive integer. */
export const INVALID_MODEL_MAX_TOKENS_CODE = "INVALID_MODEL_MAX_TOKENS";

/** The adapter told reasoning efforts that contradict each other. */
export const INVALID_MODEL_REASONING_CODE = "INVALID_MODEL_REASONING";

/** The model does not offer the reasoning effort. */
export const UNSUPPORTED_REASONING_EFFORT_CODE = "UNSUPPORTED_REASONING_EFFORT";

/** The adapter cannot send a content block of that type. */
export const UNSUPPORTED_CONTENT_CODE = "UNSUPPORTED_CONTENT";

/** The adapter cannot honour an option of the request. */
export const UNSUPPORTED_OPTION_CODE = "UNSUPPORTED_OPTION";

/** The route has no such model. */
export const UNKNOWN_MODEL_CODE = "UNKNOWN_MODEL";

/** Too many calls are waiting for their turn already. */
export const QUEUE_FULL_CODE = "QUEUE_FULL";

/** A replay holds no answer to this request. */
export const NOT_RECORDED_CODE = "NOT_RECORDED";

/** The prepared call was used before, or is asked for something else. */
export const INVALID_PREPARED_CALL_CODE = "INVALID_PREPARED_CALL";

/** The entries of the provider directory cannot be registered. */
export const INVALID_DIRECTORY_CODE = "INVALID_DIRECTORY";

/** The provider directory has such an entry already. */
export const DUPLICATE_DIRECTORY_CODE = "DUPLICATE_DIRECTORY";

/** The model discovery cannot be registered, or is asked for nothing. */
export const INVALID_DISCOVERY_CODE = "INVALID_DISCOVERY";

/** The settings namespace has a model discovery already. */
export const DUPLICATE_DISCOVERY_CODE = "DUPLICATE_DISCOVERY";

/** The settings namespace has no model discovery. */
export const NO_DISCOVERY_CODE = "NO_DISCOVERY";

/** No credential is configured. */
export const MISSING_CREDENTIAL_CODE = "MISSING_CREDENTIAL";

/** The configured credential cannot be sent. */
export const INVALID_CREDENTIAL_CODE = "INVALID_CREDENTIAL";

/** The replay state of a message is damaged. */
export const INVALID_REPLAY_STATE_CODE = "INVALID_REPLAY_STATE";

/** Something failed that carries no code. */
export const UNKNOWN_CODE = "UNKNOWN";
