/**
 * Headers of every answer, whoever writes it: nothing keeps it, frames it, or reads it as another type or as a page with
 * rights. The page, files that may be cached and `/api/docs` replace what they need otherwise.
 */
const closedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const yearSeconds = 31_536_000

/** Those of a portal at that address. Browsers that reached it by https shall never use http there again. */
export function headersAt(publicUrl: string): Readonly<Record<string, string>> {
  const { protocol, hostname } = new URL(publicUrl)
  // On localhost it would hold for whatever else runs on the machine.
  if (protocol !== 'https:' || hostname === 'localhost') return closedHeaders
  return { ...closedHeaders, 'strict-transport-security': `max-age=${yearSeconds}` }
}
