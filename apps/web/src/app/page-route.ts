import type { Claim } from '@callboard/contract/claims'
import type { ComponentType } from 'react'

/** Who may open a page: everybody signed in, admins, or who holds a claim or one of several. */
export type PageAccess = 'signedIn' | 'admin' | Claim | readonly Claim[]

export interface PageRoute {
  path: string
  access: PageAccess
  page: ComponentType
}
