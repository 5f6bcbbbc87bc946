import { confirmPassword } from '@callboard/contract/auth'

/** What a mailed link contains after its `#`, where no server and no log sees it. */
export interface OneTimeLink {
  id: string
  token: string
}

/** The link in an address: `broken` if parts of it are missing, undefined if there is none. */
export function readOneTimeLink(hash: string): OneTimeLink | 'broken' | undefined {
  if (hash === '' || hash === '#') return undefined
  const parts = new URLSearchParams(hash.slice(1))
  const read = confirmPassword.body
    .pick({ id: true, token: true })
    .safeParse({ id: parts.get('id'), token: parts.get('token') })
  return read.success ? read.data : 'broken'
}
