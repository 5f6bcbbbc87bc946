import type { Claim } from '@callboard/contract/claims'

/**
 * Who may call: a claim, one of several, all of several, an admin, anybody signed in, a program with a key of that right
 * (or an admin, too), or — in so many words — the public.
 */
export type Access =
  | Claim
  | 'admin'
  | 'signedIn'
  | 'public'
  | { readonly anyOf: readonly Claim[] }
  | { readonly allOf: readonly Claim[] }
  | { readonly apiKey: 'ingest'; readonly orAdmin?: true }
