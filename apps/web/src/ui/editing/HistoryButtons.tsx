import { RollbackOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import classes from '#web/ui/editing/HistoryButtons.module.css'

interface HistoryButtonsProps {
  edited: { canUndo: boolean; canRedo: boolean; undo: () => void; redo: () => void }
  /** Whether the page also listens to the keys for them. */
  hasKeys?: boolean
}

/** Undo and redo of what is edited and not saved yet. */
export function HistoryButtons({ edited, hasKeys = false }: HistoryButtonsProps) {
  return (
    <>
      <Button
        icon={<RollbackOutlined aria-hidden />}
        aria-label="Undo"
        title={hasKeys ? 'Undo (Ctrl+Z)' : 'Undo'}
        disabled={!edited.canUndo}
        onClick={edited.undo}
      />
      <Button
        icon={<RollbackOutlined className={classes.redo} aria-hidden />}
        aria-label="Redo"
        title={hasKeys ? 'Redo (Ctrl+Shift+Z)' : 'Redo'}
        disabled={!edited.canRedo}
        onClick={edited.redo}
      />
    </>
  )
}
