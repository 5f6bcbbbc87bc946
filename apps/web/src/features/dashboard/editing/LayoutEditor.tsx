import { dashboardPartLimit } from '@callboard/contract/dashboard'
import type { ReactNode } from 'react'
import { EditedParts } from '#web/features/dashboard/editing/EditedParts.tsx'
import { EditedTiles } from '#web/features/dashboard/editing/EditedTiles.tsx'
import classes from '#web/features/dashboard/editing/LayoutEditor.module.css'
import type { EditedLayout } from '#web/features/dashboard/editing/use-layout-draft.ts'
import { HistoryButtons } from '#web/ui/editing/HistoryButtons.tsx'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Hint, QuietText, Stack } from '#web/ui/layout.tsx'

interface LayoutEditorProps {
  edited: EditedLayout
  /** Whose dashboard it is, or what is not saved yet. */
  words: ReactNode
  /** On the right of the words. */
  buttons: ReactNode
  /** Why it was not saved. */
  error?: ReactNode
  /** Chooses a part to be added. */
  addPart: ReactNode
  /** Stands first, above the tiles. */
  first?: ReactNode
  /** The dashboard as it is edited. */
  preview: ReactNode
}

/** Tiles and parts of a dashboard in lists to arrange, beside the dashboard that comes of it. */
export function LayoutEditor(props: LayoutEditorProps) {
  const { edited, words, buttons, error, addPart, first, preview } = props
  const { parts } = edited.layout
  const { restored } = edited
  return (
    <Stack gap={12} minWidth={0}>
      <div className={classes.bar} role="region" aria-label="Save">
        <HistoryButtons edited={edited} />
        <QuietText as="div" flex="1 1 160px" minWidth={0} fontSize={13} role="status">
          {words}
        </QuietText>
        {buttons}
      </div>
      {restored !== undefined && (
        <RestoredNote
          savedAt={restored.savedAt}
          since={
            restored.isOlder
              ? 'The dashboard was changed since. Saving replaces that with what you arranged.'
              : undefined
          }
          onDiscard={edited.discard}
        />
      )}
      {error}
      <div className={classes.editor}>
        <Stack gap={12} minWidth={0}>
          {first}
          <Panel title="Tiles" note="at the top">
            <EditedTiles tiles={edited.layout.tiles} onChange={edited.setTiles} />
          </Panel>
          <Panel title="Parts" note={`${parts.length} of ${dashboardPartLimit}`}>
            <Stack gap={12} minWidth={0}>
              {parts.length < dashboardPartLimit ? (
                addPart
              ) : (
                <Hint fontSize={13}>
                  A dashboard can have at most {dashboardPartLimit} parts. Remove one before you add another.
                </Hint>
              )}
              <EditedParts parts={parts} onChange={edited.setParts} onRemove={edited.removePart} />
            </Stack>
          </Panel>
        </Stack>
        <div className={classes.preview}>{preview}</div>
      </div>
    </Stack>
  )
}
