import type { Recipient } from '@callboard/contract/subscriptions'
import { type ReactNode, useMemo } from 'react'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import {
  recipientAsChoice,
  recipientChoice,
  recipientOrGroupChoice,
} from '#web/features/subscriptions/recipient-choice.ts'
import { NoAddressNote } from '#web/records/NoAddressNote.tsx'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { Grid, QuietText } from '#web/ui/layout.tsx'

interface RecipientsFieldProps {
  /** On the list as it is saved. */
  saved: readonly Recipient[]
  /** Of addresses outside that may be on it. */
  outsideDomains: readonly string[]
  /** Whether groups are offered, whose members are put on the list. */
  hasGroups?: boolean
  /** What each of them gets. */
  checks?: ReactNode
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: readonly Choice[]
  onChange?: (chosen: Choice[]) => void
}

/** Who gets a subscription: users found by their names, and addresses that are typed; and why somebody gets nothing. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { saved, outsideDomains, hasGroups = false, checks, id, value = [], onChange } = props
  const me = useCurrentUser()
  const chosen = new Set(value.map((one) => one.value))
  const excluded = saved.filter((one) => one.reason !== null && chosen.has(recipientAsChoice(one).value))
  const choice = useMemo(() => {
    const self = { value: me.id, label: fullName(me) }
    return hasGroups
      ? recipientOrGroupChoice(me, self, outsideDomains)
      : recipientChoice(self, outsideDomains)
  }, [me, hasGroups, outsideDomains])
  const found = hasGroups ? 'people or groups' : 'users'
  return (
    <Grid gap={8}>
      <RecordMultiSelect
        {...(id !== undefined && { id })}
        label="Recipients"
        closesOnChoice
        // What is wrong with an address is said when it is saved.
        choiceOfTyped={(typed) => (typed.includes('@') ? { value: typed, label: typed } : undefined)}
        choice={choice}
        placeholder={`Find ${found} by name${outsideDomains.length === 0 ? '' : ', or type an address'}`}
        value={value}
        onChange={(all) => onChange?.(all.map(({ value: one, label }) => ({ value: one, label })))}
      />
      {excluded.length > 0 && (
        <QuietText as="ul" breaks="anywhere" aria-label="Not delivered to">
          {excluded.map((one) => (
            <li key={recipientAsChoice(one).value}>
              <strong>{one.name}</strong> receives nothing: {one.reason}
            </li>
          ))}
        </QuietText>
      )}
      {chosen.has(me.id) && <NoAddressNote />}
      {checks}
    </Grid>
  )
}
