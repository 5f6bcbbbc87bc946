import type { Claim } from '@callboard/contract/claims'
import type { Me } from '@callboard/contract/users'
import { createContext, use } from 'react'

/** The user whom all of the portal follows: who signed in, or whom they view it as. */
export const CurrentUserContext = createContext<Me | undefined>(undefined)

export function useCurrentUser(): Me {
  const user = use(CurrentUserContext)
  if (user === undefined) throw new Error('This part of the portal is for signed-in users only')
  return user
}

/** Who signed in, where they view the portal as another user; else undefined. */
export const ViewedByContext = createContext<Me | undefined>(undefined)

export function useIsViewingAs(): boolean {
  return use(ViewedByContext) !== undefined
}

/** Who signed in, whomever they view the portal as. */
export function useRealUser(): Me {
  const user = useCurrentUser()
  return use(ViewedByContext) ?? user
}

/** The zone in which the user reads times. */
export function useTimeZone(): string {
  return useCurrentUser().timeZone
}

/**
 * Whether to show what the claim opens; the server decides on its own. A user holds a claim if any entry of
 * `claimsString` contains it.
 */
export function holdsClaim(user: Pick<Me, 'isAdmin' | 'claimsString'>, claim: Claim): boolean {
  return user.isAdmin || user.claimsString.some((entry) => entry.includes(claim))
}

export function useHoldsClaim(claim: Claim): boolean {
  return holdsClaim(useCurrentUser(), claim)
}

export function fullName({
  firstName,
  lastName,
  userName,
}: Pick<Me, 'firstName' | 'lastName' | 'userName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ') || userName
}

/** What stands for a picture where there is none: `AB` for Ada Byron. */
export function initials(name: string): string {
  const words = name.split(/\s+/)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.at(0) ?? '')
  return letters.join('').toUpperCase()
}
