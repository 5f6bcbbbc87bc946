import { formatCount } from '@callboard/contract/format'
import type { MappingRule, SampleColumn } from '@callboard/contract/mappings'
import { Input, Select } from 'antd'
import classes from '#web/features/mappings/mappings.module.css'
import { columnsOf } from '#web/features/mappings/mapping-edit.ts'
import { QuietText } from '#web/ui/layout.tsx'

interface WordsTableProps {
  /** Of the field. */
  label: string
  rule: MappingRule
  columns: readonly SampleColumn[]
  /** What the field can be, where it is a choice. */
  choices: readonly { value: string; label: string }[] | undefined
  onChange: (rule: MappingRule) => void
}

/** What each value of the sample means, and what all others do. */
export function WordsTable({ label, rule, columns, choices, onChange }: WordsTableProps) {
  const names = columnsOf(rule.origin)
  const counts = new Map<string, number>()
  for (const { values } of columns.filter(({ name }) => names.includes(name)))
    for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count)
  for (const { word } of rule.words) if (!counts.has(word)) counts.set(word, 0)
  const meaningOf = (word: string) => rule.words.find((one) => one.word === word)?.value
  const say = (word: string, value: string | undefined) => {
    const others = rule.words.filter((one) => one.word !== word)
    onChange({ ...rule, words: value === undefined ? others : [...others, { word, value }] })
  }
  return (
    <table className={classes.words}>
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Rows</th>
          <th scope="col">Means</th>
        </tr>
      </thead>
      <tbody>
        {[...counts].map(([word, count]) => (
          <tr key={word}>
            <td>{word === '' ? <QuietText>(empty)</QuietText> : word}</td>
            <td className={classes.figure}>{count === 0 ? '' : formatCount(count)}</td>
            <td>
              <Meaning
                label={`${label}: ${word === '' ? '(empty)' : word}`}
                value={meaningOf(word)}
                choices={choices}
                none={choices === undefined ? 'as it is' : '?'}
                onChange={(value) => say(word, value)}
              />
            </td>
          </tr>
        ))}
        <tr>
          <td colSpan={2}>Everything else</td>
          <td>
            <Meaning
              label={`${label}: everything else`}
              value={rule.otherwise}
              choices={choices}
              none={choices === undefined ? 'as it is' : 'fails'}
              onChange={(value) => onChange(withOtherwise(rule, value))}
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function withOtherwise({ otherwise: _before, ...rule }: MappingRule, value: string | undefined): MappingRule {
  return value === undefined ? rule : { ...rule, otherwise: value }
}

interface MeaningProps {
  label: string
  value: string | undefined
  choices: WordsTableProps['choices']
  none: string
  onChange: (value: string | undefined) => void
}

function Meaning({ label, value, choices, none, onChange }: MeaningProps) {
  if (choices === undefined)
    return (
      <Input
        aria-label={label}
        size="small"
        placeholder={none}
        maxLength={500}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    )
  return (
    <Select
      aria-label={label}
      size="small"
      style={{ width: '100%', minWidth: 130 }}
      placeholder={none}
      allowClear
      {...(value === undefined ? {} : { value })}
      {...(value === undefined && none === '?' && { status: 'warning' as const })}
      options={[...choices, { value: '', label: 'Nothing' }]}
      onChange={(chosen: string | undefined) => onChange(chosen)}
    />
  )
}
