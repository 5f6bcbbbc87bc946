import { findField } from '@callboard/contract/field-names'
import type { MappedNumbers, MappingRule } from '@callboard/contract/mappings'
import { Select } from 'antd'
import { GuessNote } from '#web/features/mappings/GuessNote.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import { emptyRule, type MappingEdit } from '#web/features/mappings/mapping-edit.ts'
import { RuleEditor } from '#web/features/mappings/RuleEditor.tsx'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

const kinds: { value: MappedNumbers['as']; label: string }[] = [
  { value: 'fromAndTo', label: 'Who called, and who was called' },
  { value: 'contactAndOwn', label: 'The other party, and your own number' },
  { value: 'fields', label: 'Each number from its own column' },
]

/** Which numbers the rows have, of which those of a call follow by its direction. */
export function NumbersEditor({ mapping, columns, reasons, change }: MappingEdit) {
  const { numbers } = mapping
  const field = findField('callerNumber')
  if (field === undefined) return null
  const rule = (label: string, value: MappingRule, onChange: (next: MappingRule) => void) => (
    <Stack gap={2}>
      <QuietText fontSize={13}>{label}</QuietText>
      <RuleEditor
        label={label}
        name="number"
        field={field}
        rule={value}
        columns={columns}
        onChange={onChange}
      />
    </Stack>
  )
  return (
    <Stack as="li" gap={6} className={classes.field ?? ''}>
      <span>
        <Text fontWeight={600}>Phone numbers</Text>{' '}
        <QuietText fontSize={13}>Which of them called follows from the direction.</QuietText>
      </span>
      <Select
        aria-label="Phone numbers"
        style={{ width: '100%' }}
        value={numbers.as}
        options={kinds}
        onChange={(as) => change({ numbers: numbersAs(as, numbers) })}
      />
      {numbers.as === 'fromAndTo' && (
        <>
          {rule('Who called', numbers.from, (from) => change({ numbers: { ...numbers, from } }))}
          {rule('Who was called', numbers.to, (to) => change({ numbers: { ...numbers, to } }))}
        </>
      )}
      {numbers.as === 'contactAndOwn' && (
        <>
          {rule('The other party', numbers.contact, (contact) =>
            change({ numbers: { ...numbers, contact } }),
          )}
          {rule('Your own number', numbers.own, (own) => change({ numbers: { ...numbers, own } }))}
        </>
      )}
      <GuessNote reasons={reasons} part="numbers" />
    </Stack>
  )
}

function numbersAs(as: MappedNumbers['as'], before: MappedNumbers): MappedNumbers {
  const [first, second] = rulesOf(before)
  if (as === 'fields') return { as }
  return as === 'fromAndTo' ? { as, from: first, to: second } : { as, contact: first, own: second }
}

function rulesOf(numbers: MappedNumbers): [MappingRule, MappingRule] {
  if (numbers.as === 'fields') return [emptyRule, emptyRule]
  return numbers.as === 'fromAndTo' ? [numbers.from, numbers.to] : [numbers.contact, numbers.own]
}
