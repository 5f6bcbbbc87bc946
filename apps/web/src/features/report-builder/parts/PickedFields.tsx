import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FieldPicker, type PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { moved } from '#web/ui/editing/moved.ts'
import { SortableList } from '#web/ui/editing/SortableList.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

interface PickedFieldsProps<T> {
  /** Of the list, as `Rows`. */
  label: string
  addLabel: string
  items: readonly T[]
  nameOf: (item: T) => string
  wordsOf: (item: T) => { label: string; meaning: string }
  /** Beside the name of an item. */
  renderMore?: (item: T) => ReactNode
  groups: readonly PickGroup[]
  max: number
  /** The names in the picker, of which an item may be derived. */
  pickedNames?: readonly string[]
  onPick: (name: string) => void
  onChange: (items: T[]) => void
}

/** From so many on nobody wants to remove them one by one. */
const manyItems = 3

/** Fields that were picked, in an order of one's own, and the button that picks more. */
export function PickedFields<T>(props: PickedFieldsProps<T>) {
  const { label, addLabel, items, nameOf, wordsOf, renderMore, groups, max, onPick, onChange } = props
  const { pickedNames = items.map(nameOf) } = props
  const remove = (name: string) => onChange(items.filter((item) => nameOf(item) !== name))
  return (
    <>
      <SortableList
        label={label}
        items={items}
        keyOf={nameOf}
        nameOf={(item) => wordsOf(item).label}
        onMove={(from, to) => onChange(moved(items, from, to))}
        renderItem={(item) => (
          <Row gap={4} align="flex-start">
            <Row gap={4} align="center" wrap flex={1} minWidth={0} minHeight={24}>
              <Text breaks="anywhere" flex="1 1 auto" minWidth={0} title={wordsOf(item).meaning}>
                {wordsOf(item).label}
              </Text>
              {renderMore?.(item)}
            </Row>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`Remove ${wordsOf(item).label}`}
              onClick={() => remove(nameOf(item))}
            />
          </Row>
        )}
      />
      <Row gap={8} align="center" wrap>
        <FieldPicker
          label={addLabel}
          groups={groups}
          picked={pickedNames}
          max={max}
          onPick={onPick}
          onRemove={remove}
        />
        {items.length >= manyItems && (
          <Button type="text" onClick={() => onChange([])}>
            Remove all<Spoken> {label.toLowerCase()}</Spoken>
          </Button>
        )}
      </Row>
    </>
  )
}
