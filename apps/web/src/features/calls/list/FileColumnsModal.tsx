import { filterFieldOf } from '@callboard/contract/filter-fields'
import { formatCounted } from '@callboard/contract/format'
import { Button, Checkbox, Modal } from 'antd'
import classes from '#web/features/calls/list/FileColumnsModal.module.css'
import { fileColumns } from '#web/features/calls/list/file-columns.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { Hint } from '#web/ui/layout.tsx'

interface FileColumnsModalProps {
  shown: readonly string[]
  /** Undefined follows the screen again. */
  onChange: (names: string[] | undefined) => void
  onClose: () => void
}

/** Which columns files of calls have; the last one cannot be removed. */
export function FileColumnsModal({ shown, onChange, onClose }: FileColumnsModalProps) {
  const attributes = useCallAttributes()
  const columns = fileColumns(attributes)
  return (
    <Modal
      open
      title="Columns in files"
      width={720}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => onChange(undefined)}>Use the columns on screen</Button>
          <Button type="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Hint margin="0 0 12px">
        {formatCounted(shown.length, 'column')}, in this order. By default, files have the columns on screen
        and the most common ones. Your choice is saved in this browser.
      </Hint>
      <Checkbox.Group
        className={classes.list}
        value={[...shown]}
        options={columns.map((name) => ({
          value: name,
          label: filterFieldOf(name, attributes).label,
          disabled: shown.length === 1 && shown[0] === name,
        }))}
        onChange={(names) => onChange(columns.filter((name) => names.includes(name)))}
      />
    </Modal>
  )
}
