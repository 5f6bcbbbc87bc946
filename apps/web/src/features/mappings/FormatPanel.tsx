import {
  type Mapping,
  type MappingEncoding,
  mappingEncodings,
  type MappingFormat,
  mappingFormats,
  type MappingZone,
  timeFormatNames,
} from '@callboard/contract/mappings'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { ColumnSelect } from '#web/features/mappings/ColumnSelect.tsx'
import { GuessNote } from '#web/features/mappings/GuessNote.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import type { MappingEdit } from '#web/features/mappings/mapping-edit.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

const formatLabels: Readonly<Record<MappingFormat, string>> = {
  csv: 'Text with separators (CSV)',
  xlsx: 'Excel workbook',
  json: 'JSON, or what a webhook posts',
}

const separators = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
  { value: ':', label: 'Colon :' },
  { value: ' ', label: 'Space' },
]

/** How rows and their times are written. */
export function FormatPanel(edit: MappingEdit) {
  const { mapping, columns, reasons, change } = edit
  const { format, zone } = mapping
  return (
    <Panel title="How it is written">
      <Form layout="vertical" className={classes.format}>
        <Part label="Format" part="format" reasons={reasons}>
          <Select
            aria-label="Format"
            value={format}
            options={mappingFormats.map((value) => ({ value, label: formatLabels[value] }))}
            onChange={(value) => change({ format: value })}
          />
        </Part>
        {format === 'csv' && <CsvParts {...edit} />}
        {format === 'json' && (
          <Part label="Where the calls are" part="rowsPath" reasons={reasons}>
            <Input
              aria-label="Where the calls are"
              placeholder="at the top; else a path such as data.calls"
              value={mapping.rowsPath}
              maxLength={200}
              onChange={({ target }) => change({ rowsPath: target.value.trim() })}
            />
          </Part>
        )}
        {format !== 'json' && (
          <Part label="Header" part="hasHeader" reasons={reasons}>
            <Stack gap={4}>
              <Checkbox
                checked={mapping.hasHeader}
                onChange={({ target }) => change({ hasHeader: target.checked })}
              >
                The first row has the names
              </Checkbox>
              <Row as="label" gap={8} align="center">
                <InputNumber
                  min={0}
                  max={1000}
                  precision={0}
                  value={mapping.skipLines}
                  onChange={(value) => change({ skipLines: value ?? 0 })}
                />
                rows before it
              </Row>
            </Stack>
          </Part>
        )}
        <Part label="Times are written" part="timeFormats" reasons={reasons}>
          <Select
            aria-label="Times are written"
            mode="tags"
            showSearch={{ optionFilterProp: 'label' }}
            value={mapping.timeFormats}
            options={[...new Set([...timeFormats, ...mapping.timeFormats])].map((value) => ({
              value,
              label: timeFormatNames[value] ?? value,
            }))}
            onChange={(values: string[]) => change({ timeFormats: values })}
          />
        </Part>
        <Part label="Time zone" part="zone" reasons={reasons}>
          <Stack gap={4}>
            <Select
              aria-label="Time zone"
              value={zone.kind}
              options={zoneKinds}
              onChange={(kind) => change({ zone: zoneOf(kind, columns[0]?.name ?? '') })}
            />
            {zone.kind === 'fixed' && (
              <TimeZoneSelect
                aria-label="The other time zone"
                value={zone.timeZone}
                onChange={(timeZone) => change({ zone: { kind: 'fixed', timeZone } })}
              />
            )}
            {zone.kind === 'column' && (
              <ColumnSelect
                label="Column of the time zone"
                columns={columns}
                value={zone.column}
                onChange={(column) => change({ zone: { kind: 'column', column } })}
              />
            )}
          </Stack>
        </Part>
        <Form.Item label="Amounts">
          <Checkbox
            checked={mapping.hasDecimalComma}
            onChange={({ target }) => change({ hasDecimalComma: target.checked })}
          >
            Written with a comma: 1.234,50
          </Checkbox>
        </Form.Item>
      </Form>
    </Panel>
  )
}

function CsvParts({ mapping, reasons, change }: MappingEdit) {
  const { separator } = mapping
  const isKnown = separators.some(({ value }) => value === separator)
  return (
    <>
      <Part label="Separator" part="separator" reasons={reasons}>
        <Select
          aria-label="Separator"
          value={separator}
          options={isKnown ? separators : [...separators, { value: separator, label: separator }]}
          onChange={(value) => change({ separator: value })}
        />
      </Part>
      <Part label="Encoding" part="encoding" reasons={reasons}>
        <Select
          aria-label="Encoding"
          value={mapping.encoding}
          options={encodingOptions}
          onChange={(value) => change({ encoding: value })}
        />
      </Part>
    </>
  )
}

interface PartProps extends Pick<MappingEdit, 'reasons'> {
  label: string
  part: string
  children: ReactNode
}

function Part({ label, part, reasons, children }: PartProps) {
  return (
    <Form.Item label={label}>
      {children}
      <GuessNote reasons={reasons} part={part} />
    </Form.Item>
  )
}

const zoneKinds: { value: MappingZone['kind']; label: string }[] = [
  { value: 'source', label: 'That of the source' },
  { value: 'fixed', label: 'Another one' },
  { value: 'column', label: 'A column says it' },
]

function zoneOf(kind: MappingZone['kind'], column: string): Mapping['zone'] {
  if (kind === 'source') return { kind }
  return kind === 'fixed' ? { kind, timeZone: 'UTC' } : { kind, column }
}

/** Suggested where none is guessed; any other may be typed. */
const timeFormats = [
  'iso',
  'D/M/YYYY H:mm:ss',
  'M/D/YYYY H:mm:ss',
  'D/M/YYYY H:mm',
  'M/D/YYYY H:mm',
  'M/D/YYYY h:mm A',
  'D.M.YYYY H:mm:ss',
  'D.M.YYYY H:mm',
  'epochSeconds',
  'epochMilliseconds',
]

const encodingLabels: Record<MappingEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
}

const encodingOptions = mappingEncodings.map((value) => ({ value, label: encodingLabels[value] }))
