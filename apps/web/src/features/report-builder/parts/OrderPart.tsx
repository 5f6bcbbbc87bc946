import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReportDefinition } from '@callboard/contract/reports'
import { Button, Checkbox, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import { Row } from '#web/ui/layout.tsx'

type Order = Pick<ReportDefinition, 'sort' | 'limit' | 'others'>

interface OrderPartProps extends Order {
  /** The order unless there is one, as a sentence. */
  defaultOrder: string
  /** By which it may be sorted, in their order. */
  columns: readonly { name: string; label: string }[]
  /** Whether what a limit leaves out can be shown together. */
  mayNotifyOthers: boolean
  onChange: (changes: Partial<Order>) => void
}

const directions = [
  { value: 'desc', label: 'descending' },
  { value: 'asc', label: 'ascending' },
] as const

const maxSorts = 6
const maxRows = 1_000_000

/** The order of the rows, and how many of them are shown. */
export function OrderPart(props: OrderPartProps) {
  const { sort, limit, others = false, defaultOrder, columns, mayNotifyOthers, onChange } = props
  const free = columns.filter(({ name }) => sort.every(({ field }) => field !== name))
  const [first] = free
  const limitId = useId()
  const changeOne = (index: number, changes: Partial<ReportDefinition['sort'][number]>) =>
    onChange({ sort: sort.map((by, at) => (at === index ? { ...by, ...changes } : by)) })
  return (
    <BuilderPart title="Order" hint={sort.length === 0 ? defaultOrder : undefined}>
      {sort.map(({ field, desc }, index) => (
        <Row key={field} gap={8} align="center" wrap>
          <Select
            aria-label={index === 0 ? 'Order by' : 'Then by'}
            style={{ flex: '1 1 160px', minWidth: 0 }}
            value={field}
            options={columns
              .filter(({ name }) => name === field || free.some((one) => one.name === name))
              .map(({ name, label }) => ({ value: name, label }))}
            onChange={(name: string) => changeOne(index, { field: name })}
          />
          <PlainSelect
            label="Direction"
            value={desc ? 'desc' : 'asc'}
            options={directions}
            onChange={(direction) => changeOne(index, { desc: direction === 'desc' })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Remove this order"
            onClick={() => onChange({ sort: sort.toSpliced(index, 1) })}
          />
        </Row>
      ))}
      {first !== undefined && sort.length < maxSorts && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange({ sort: [...sort, { field: first.name, desc: false }] })}
        >
          {sort.length === 0 ? 'Add sort' : 'Then by'}
        </Button>
      )}
      <Row gap={8} align="center" wrap>
        <label htmlFor={limitId}>Only the first</label>
        <InputNumber
          id={limitId}
          style={{ width: 90 }}
          placeholder="all"
          min={1}
          max={maxRows}
          precision={0}
          value={limit ?? null}
          onChange={(rows) => onChange({ limit: rows ?? undefined })}
        />
        rows
        {mayNotifyOthers && (
          <Checkbox
            checked={others}
            onChange={({ target }) => onChange({ others: target.checked || undefined })}
          >
            and combine all others in one row
          </Checkbox>
        )}
      </Row>
    </BuilderPart>
  )
}
