import type { Claim } from '@callboard/contract/claims'
import type { Me } from '@callboard/contract/users'
import { createContext, use } from 'react'

/** The user whom the whole portal follows: whoever signed in, or whom they view it as. */
export const CurrentUserContext = createContext<Me | undefined>(undefined)

export function useCurrentUser(): Me {
  const user = use(CurrentUserContext)
  if (user === undefined) throw new Error('This part of the portal is for signed-in users only')
  return user
}

/** Whoever signed in, while they view the portal as another user; otherwise undefined. */
export const ViewedByContext = createContext<Me | undefined>(undefined)

export function useIsViewingAs(): boolean {
  return use(ViewedByContext) !== undefined
}

/** Whoever signed in, no matter whom they view the portal as. */
export function useRealUser(): Me {
  const user = useCurrentUser()
  return use(ViewedByContext) ?? user
}

/** The zone in which the user reads times. */
export function useTimeZone(): string {
  return useCurrentUser().timeZone
}

/**
 * Whether to show what the claim opens; the server checks for itself. A user holds a claim if any entry of
 * `claimsString` contains it.
 */
export function holdsClaim(user: Pick<Me, 'isAdmin' | 'claimsString'>, claim: Claim): boolean {
  return user.isAdmin || user.claimsString.some((entry) => entry.includes(claim))
}

export function useHoldsClaim(claim: Claim): boolean {
  return holdsClaim(useCurrentUser(), claim)
}

/** Whether to offer what changes something and takes the claim: nobody changes anything as somebody else. */
export function useMayChange(claim: Claim): boolean {
  const holds = useHoldsClaim(claim)
  return !useIsViewingAs() && holds
}

export function fullName({
  firstName,
  lastName,
  userName,
}: Pick<Me, 'firstName' | 'lastName' | 'userName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ') || userName
}

/** Shown in place of a missing picture: `AB` for Ada Byron. */
export function initials(name: string): string {
  const words = name.split(/\s+/)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.at(0) ?? '')
  return letters.join('').toUpperCase()
}
