import type { Claim } from '@callboard/contract/claims'
import type { ComponentType } from 'react'

/** Who may open a page: everybody signed in, admins, or who holds a claim. */
export type PageAccess = 'signedIn' | 'admin' | Claim

export interface PageRoute {
  path: string
  access: PageAccess
  page: ComponentType
}
