import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { statusLabels } from '@callboard/contract/fields'
import { capitalised } from '@callboard/contract/format-names'
import {
  durationUnits,
  type MappingRule,
  type SampleColumn,
  timeFormatNames,
  type ValueOrigin,
} from '@callboard/contract/mappings'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { ColumnSelect, ColumnsSelect } from '#web/features/mappings/ColumnSelect.tsx'
import { ConditionEditor } from '#web/features/mappings/ConditionEditor.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import { columnsOf, originOfKind } from '#web/features/mappings/mapping-edit.ts'
import { WordsTable } from '#web/features/mappings/WordsTable.tsx'
import { Box, QuietText, Row, Stack } from '#web/ui/layout.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

interface RuleEditorProps {
  /** Of the field, or of the number. */
  label: string
  field: FieldDeclaration
  name: string
  rule: MappingRule
  columns: readonly SampleColumn[]
  onChange: (rule: MappingRule) => void
  /** Beside `More`. */
  actions?: ReactNode
}

/** Where a value comes from, and what is made of it. */
export function RuleEditor(props: RuleEditorProps) {
  const { label, field, name, rule, columns, onChange, actions } = props
  const [isOpen, setOpen] = useState(rule.extract !== undefined || rule.when !== undefined)
  const choices = choicesOf(field)
  const hasWords = rule.origin.kind === 'columns' || rule.origin.kind === 'template'
  const showsWords = hasWords && (choices !== undefined || rule.words.length > 0 || isOpen)
  return (
    <Stack gap={6}>
      <Row gap={8} wrap>
        <Select
          aria-label={`${label}: where it comes from`}
          style={{ flex: '0 0 150px' }}
          value={rule.origin.kind}
          options={kindsOf(name, field)}
          onChange={(kind) => onChange({ ...rule, origin: originOfKind(kind, rule.origin) })}
        />
        <div className={classes.origin}>
          <OriginEditor {...props} choices={choices} />
        </div>
        {field.kind === 'duration' && (
          <Select
            aria-label={`${label}: unit`}
            className={classes.unit ?? ''}
            value={rule.unit ?? 'seconds'}
            options={durationUnits.map((unit) => ({ value: unit, label: unit }))}
            onChange={(unit) => onChange({ ...rule, unit })}
          />
        )}
      </Row>
      {showsWords && columnsOf(rule.origin).length > 0 && (
        <WordsTable label={label} rule={rule} columns={columns} choices={choices} onChange={onChange} />
      )}
      {rule.origin.kind === 'ownNumbers' && (
        <Row gap={8} align="center" wrap>
          <QuietText fontSize={13}>If neither is one of your own:</QuietText>
          <Select
            aria-label={`${label}: if neither is own`}
            className={classes.unit ?? ''}
            value={rule.otherwise ?? ''}
            options={[{ value: '', label: 'fails' }, ...(choices ?? [])]}
            onChange={(value) => onChange(withText(rule, 'otherwise', value))}
          />
        </Row>
      )}
      {isOpen && <RuleDetails {...props} />}
      <Row gap={16} wrap>
        {!isOpen && rule.origin.kind !== 'ownNumbers' && (
          <Button type="link" size="small" className={classes.more ?? ''} onClick={() => setOpen(true)}>
            More<Spoken> for {label}</Spoken>
          </Button>
        )}
        {actions}
      </Row>
    </Stack>
  )
}

/** What few rules need: a part of the text, only of some rows, formats of its own. */
function RuleDetails({ label, field, rule, columns, onChange }: RuleEditorProps) {
  return (
    <Stack gap={6}>
      <Input
        aria-label={`${label}: part of the text`}
        placeholder="Only the part that a regular expression finds, such as ext\. (\d+)"
        maxLength={200}
        value={rule.extract ?? ''}
        onChange={({ target }) => onChange(withText(rule, 'extract', target.value))}
      />
      {field.kind === 'instant' && (
        <Select
          aria-label={`${label}: formats of its own`}
          mode="tags"
          open={false}
          suffixIcon={null}
          placeholder="Format, if another than above: D/M/YYYY H:mm"
          value={rule.timeFormats ?? []}
          options={Object.entries(timeFormatNames).map(([value, title]) => ({ value, label: title }))}
          onChange={(formats: string[]) => {
            const { timeFormats: _before, ...others } = rule
            onChange(formats.length === 0 ? others : { ...others, timeFormats: formats })
          }}
        />
      )}
      <ConditionEditor
        label={`${label}: only if`}
        lead="Only if"
        columns={columns}
        condition={rule.when}
        onChange={(when) => {
          const { when: _before, ...others } = rule
          onChange(when === undefined ? others : { ...others, when })
        }}
      />
    </Stack>
  )
}

function withText(rule: MappingRule, name: 'extract' | 'otherwise', text: string): MappingRule {
  const { [name]: _before, ...others } = rule
  return text === '' ? others : { ...others, [name]: text }
}

interface OriginEditorProps extends RuleEditorProps {
  choices: readonly { value: string; label: string }[] | undefined
}

function OriginEditor({ label, rule, columns, choices, onChange }: OriginEditorProps) {
  const { origin } = rule
  const set = (next: ValueOrigin) => onChange({ ...rule, origin: next })
  switch (origin.kind) {
    case 'columns':
    case 'sum':
    case 'hash':
      return (
        <ColumnsSelect
          label={`${label}: columns`}
          columns={columns}
          value={origin.columns}
          onChange={(names) => set({ ...origin, columns: names })}
        />
      )
    case 'constant':
      return choices === undefined ? (
        <Input
          aria-label={`${label}: value`}
          maxLength={500}
          value={origin.value}
          onChange={({ target }) => set({ ...origin, value: target.value })}
        />
      ) : (
        <Select
          aria-label={`${label}: value`}
          style={{ width: '100%' }}
          placeholder="Choose"
          {...(origin.value !== '' && { value: origin.value })}
          options={[...choices]}
          onChange={(value) => set({ ...origin, value })}
        />
      )
    case 'template':
      return (
        <Input
          aria-label={`${label}: template`}
          placeholder="{Date} {Time}"
          maxLength={1000}
          value={origin.template}
          onChange={({ target }) => set({ ...origin, template: target.value })}
        />
      )
    case 'ownNumbers':
      return (
        <Row gap={8} wrap>
          {(['from', 'to'] as const).map((end) => (
            <Box key={end} flex="1 1 120px" minWidth={0}>
              <ColumnSelect
                label={`${label}: ${end}`}
                columns={columns}
                value={origin[end]}
                onChange={(column) => set({ ...origin, [end]: column })}
              />
            </Box>
          ))}
        </Row>
      )
  }
}

function kindsOf(name: string, { kind }: FieldDeclaration): { value: ValueOrigin['kind']; label: string }[] {
  return [
    { value: 'columns', label: 'Column' },
    { value: 'constant', label: 'Always the same' },
    { value: 'template', label: 'Columns as one' },
    ...(kind === 'duration' || kind === 'amount' ? [{ value: 'sum' as const, label: 'Sum of columns' }] : []),
    ...(name === 'externalCallId' ? [{ value: 'hash' as const, label: 'Made of columns' }] : []),
    ...(name === 'direction' ? [{ value: 'ownNumbers' as const, label: 'By own numbers' }] : []),
  ]
}

const statusNames: Readonly<Record<string, string>> = statusLabels

function choicesOf({ kind, values = [] }: FieldDeclaration) {
  if (kind !== 'choice') return undefined
  return values.map((value) => ({ value, label: statusNames[value] ?? capitalised(value) }))
}
