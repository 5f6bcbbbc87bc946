import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { recipientChoice } from '#web/features/subscriptions/recipient-choice.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import type { Choice } from '#web/records/record-choice.ts'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'

interface RecipientsFieldProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: readonly Choice[]
  onChange?: (chosen: Choice[]) => void
}

/** Who gets a subscription: users found by their names, and addresses that are typed. */
export function RecipientsField({ id, value = [], onChange }: RecipientsFieldProps) {
  const me = useCurrentUser()
  return (
    <RecordMultiSelect
      {...(id !== undefined && { id })}
      label="Recipients"
      className={classes.wide}
      choice={recipientChoice({ value: me.id, label: fullName(me) })}
      placeholder="Find users by name, or type an address"
      value={value}
      onChange={(chosen) => onChange?.(chosen.map(({ value: one, label }) => ({ value: one, label })))}
    />
  )
}
