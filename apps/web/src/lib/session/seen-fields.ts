import { findField } from '@callboard/contract/field-names'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'

/** Returns whether to offer a field to the user: who called, and what was said, take the right to call details. */
export function useSeesField(): (name: string) => boolean {
  const seesCalls = useHoldsClaim('reporting.call.details')
  return (name) => {
    const field = findField(name)
    return seesCalls || (field?.isOfCaller !== true && field?.only !== 'searched')
  }
}
