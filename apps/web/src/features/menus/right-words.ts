import { type Claim, isClaim, withImplied } from '@callboard/contract/claims'
import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'

interface Holder {
  name: string
  claims: readonly string[]
}

const maxNamed = 3

/** `Analyst, Manager, and Reader have this right.`, with at most three names. */
export function holdersOfRight(roles: readonly Holder[], right: Claim): string {
  const names = roles
    .filter((role) => role.claims.filter(isClaim).flatMap(withImplied).includes(right))
    .map(({ name }) => name)
  if (names.length === 0) return 'No role has this right yet.'
  const others = names.length - maxNamed
  // One name is as short as the words for it.
  const said = others > 1 ? [...names.slice(0, maxNamed), formatCounted(others, 'other')] : names
  return `${joinWithAnd(said)} ${names.length === 1 ? 'has' : 'have'} this right.`
}
