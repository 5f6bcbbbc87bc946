import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'
import type { MappingRule } from '@callboard/contract/mappings'
import { Button, Select } from 'antd'
import { GuessNote } from '#web/features/mappings/GuessNote.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import {
  emptyRule,
  type MappedField,
  type MappingEdit,
  shownFields,
  unusedColumns,
  withRules,
} from '#web/features/mappings/mapping-edit.ts'
import { NumbersEditor } from '#web/features/mappings/NumbersEditor.tsx'
import { RuleEditor } from '#web/features/mappings/RuleEditor.tsx'
import { QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

/** What each field of a call is, and where it comes from. */
export function FieldsPanel(edit: MappingEdit) {
  const { mapping, columns, fields, change } = edit
  const shown = shownFields(edit)
  const others = fields.filter(({ name }) => !shown.some((one) => one.name === name))
  const unused = unusedColumns(edit)
  const firstColumn = unused[0] ?? columns[0]?.name
  const start: MappingRule =
    firstColumn === undefined
      ? emptyRule
      : { ...emptyRule, origin: { kind: 'columns', columns: [firstColumn] } }
  return (
    <Panel title="Fields">
      <Stack as="ul" gap={16}>
        <NumbersEditor {...edit} />
        {shown.map((one) => (
          <FieldEditor key={one.name} {...edit} {...one} start={start} />
        ))}
        <Row as="li" gap={8}>
          <Select
            aria-label="Add a field"
            style={{ width: '100%' }}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Add a field of the call"
            value={null}
            options={others.map(({ name, field }) => ({
              value: name,
              label: field.label,
              meaning: field.meaning,
            }))}
            optionRender={renderField}
            onChange={(name) => name !== null && change(withRules(mapping, name, [start]))}
          />
        </Row>
      </Stack>
      {unused.length > 0 && (
        <QuietText breaks="anywhere" fontSize={12.5}>
          Nothing is taken from {namesOf(unused)}.
        </QuietText>
      )}
    </Panel>
  )
}

const shownNames = 12

function namesOf(columns: readonly string[]): string {
  const names = columns.slice(0, shownNames).map((name) => `“${name}”`)
  const others = columns.length - names.length
  return joinWithAnd(others === 0 ? names : [...names, formatCounted(others, 'other column')])
}

function renderField({ data }: { data: { label: string; meaning: string } }) {
  return (
    <Stack>
      <span>{data.label}</span>
      <QuietText fontSize={12} breaks="lines">
        {data.meaning}
      </QuietText>
    </Stack>
  )
}

interface FieldEditorProps extends MappingEdit, MappedField {
  start: MappingRule
}

function FieldEditor({ name, field, mapping, columns, reasons, change, start }: FieldEditorProps) {
  const rules = mapping.fields[name] ?? []
  const set = (next: MappingRule[]) => change(withRules(mapping, name, next))
  return (
    <Stack as="li" gap={4} className={classes.field ?? ''}>
      <Row gap={8} align="baseline" justify="space-between">
        <span>
          <Text fontWeight={600}>{field.label}</Text> <QuietText fontSize={13}>{field.meaning}</QuietText>
        </span>
        {rules.length > 0 && (
          <Button
            type="text"
            size="small"
            aria-label={`Remove ${field.label}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => set([])}
          />
        )}
      </Row>
      {rules.map((rule, at) => (
        <Stack key={at} gap={4}>
          {at > 0 && <QuietText fontSize={13}>Else:</QuietText>}
          <RuleEditor
            label={at === 0 ? field.label : `${field.label} ${at + 1}`}
            name={name}
            field={field}
            rule={rule}
            columns={columns}
            onChange={(next) => set(rules.with(at, next))}
            actions={
              at === rules.length - 1 && (
                <>
                  <Button
                    size="small"
                    type="link"
                    className={classes.more ?? ''}
                    onClick={() => set([...rules, start])}
                  >
                    Fallback<Spoken>: {field.label}</Spoken>
                  </Button>
                  {rules.length > 1 && (
                    <Button
                      size="small"
                      type="link"
                      className={classes.more ?? ''}
                      onClick={() => set(rules.slice(0, -1))}
                    >
                      Remove this<Spoken>: {field.label}</Spoken>
                    </Button>
                  )}
                </>
              )
            }
          />
        </Stack>
      ))}
      {rules.length === 0 && (
        <div>
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => set([start])}>
            {`Say where ${field.label} comes from`}
          </Button>
        </div>
      )}
      <GuessNote reasons={reasons} part={`fields.${name}`} />
    </Stack>
  )
}
