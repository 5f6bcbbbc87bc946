import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/features/report-builder/SaveBar.module.css'

interface SaveBarProps {
  words: ReactNode
  saveLabel: string
  canSave: boolean
  isSaving: boolean
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  discard: (() => void) | undefined
  /** Undefined for a report that is not saved yet. */
  copy: (() => void) | undefined
  onSave: () => void
}

/** Always there, so that nothing moves when something changes. */
export function SaveBar(props: SaveBarProps) {
  const { words, saveLabel, canSave, isSaving, undo, redo, discard, copy, onSave } = props
  return (
    <div className={classes.bar} role="region" aria-label="Save">
      <Button
        icon={<UndoOutlined aria-hidden />}
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={undo === undefined}
        onClick={undo}
      />
      <Button
        icon={<RedoOutlined aria-hidden />}
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z)"
        disabled={redo === undefined}
        onClick={redo}
      />
      <div className={classes.words} role="status">
        {words}
      </div>
      <a className={classes.toPreview} href="#preview">
        Preview
      </a>
      {copy !== undefined && <Button onClick={copy}>Copy</Button>}
      <Button disabled={discard === undefined} onClick={discard}>
        Discard
      </Button>
      <Button type="primary" loading={isSaving} disabled={!canSave} onClick={onSave}>
        {saveLabel}
      </Button>
    </div>
  )
}
