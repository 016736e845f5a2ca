/**
 * Leave for pages of other origins.
 *
 * @module
 */

// What a provider lets pages send. Its own `user-agent` is nothing a page may set.
const HEADERS = "accept, authorization, content-type, last-event-id";

/** Answers a browser that asks for leave. */
export function allowRequest(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": HEADERS,
    },
  });
}

/** Lets pages read a response. */
export function allowReading(response: Response): Response {
  const allowed = new Response(response.body, response);
  allowed.headers.set("access-control-allow-origin", "*");
  allowed.headers.set("access-control-expose-headers", "*");
  return allowed;
}
