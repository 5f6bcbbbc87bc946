import { CloseOutlined } from '@ant-design/icons'
import { partKey, type PartView, type PartWidth, type ShownPart } from '@callboard/contract/dashboard'
import { Button, Checkbox, Segmented } from 'antd'
import classes from '#web/features/dashboard/editing/EditedParts.module.css'
import { partName } from '#web/features/dashboard/editing/part-name.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { moved } from '#web/ui/editing/moved.ts'
import { SortableList } from '#web/ui/editing/SortableList.tsx'

interface EditedPartsProps {
  parts: readonly ShownPart[]
  onChange: (parts: readonly ShownPart[]) => void
  onRemove: (part: ShownPart) => void
}

/** The parts in their order, each with how it is shown. */
export function EditedParts({ parts, onChange, onRemove }: EditedPartsProps) {
  const replace = (part: ShownPart) =>
    onChange(parts.map((other) => (partKey(other) === partKey(part) ? part : other)))
  return (
    <SortableList
      label="Parts"
      items={parts}
      keyOf={partKey}
      nameOf={partName}
      onMove={(from, to) => onChange(moved(parts, from, to))}
      renderItem={(part) => <PartRow part={part} onChange={replace} onRemove={() => onRemove(part)} />}
    />
  )
}

const widths = [
  { value: 'half', label: 'Half' },
  { value: 'full', label: 'Full' },
] as const satisfies readonly { value: PartWidth; label: string }[]

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const satisfies readonly { value: PartView; label: string }[]

interface PartRowProps {
  part: ShownPart
  onChange: (part: ShownPart) => void
  onRemove: () => void
}

function PartRow({ part, onChange, onRemove }: PartRowProps) {
  const name = partName(part)
  return (
    <Stack gap={4} padding="0 0 4px">
      <Row gap={8} align="flex-start" justify="space-between">
        <span className={part.problem === undefined ? classes.name : classes.lost}>{name}</span>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        />
      </Row>
      <Row gap="6px 10px" align="center" wrap>
        <Segmented<PartWidth>
          size="small"
          aria-label={`Width of ${name}`}
          options={[...widths]}
          value={part.width}
          onChange={(width) => onChange({ ...part, width })}
        />
        {part.type !== 'builtIn' && (
          <>
            <Segmented<PartView>
              size="small"
              aria-label={`View of ${name}`}
              options={[...views]}
              value={part.view}
              onChange={(view) => onChange({ ...part, view })}
            />
            <Checkbox
              checked={part.ownPeriod}
              title="Keeps the report’s own period and comparison instead of those of the dashboard"
              onChange={({ target }) => onChange({ ...part, ownPeriod: target.checked })}
            >
              Own period
            </Checkbox>
          </>
        )}
      </Row>
    </Stack>
  )
}
