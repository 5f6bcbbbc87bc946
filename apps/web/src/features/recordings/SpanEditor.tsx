import type { Recording } from '@callboard/contract/recordings'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { type Player, usePlayerTime } from '#web/features/recordings/player.ts'
import { saveSpans } from '#web/features/recordings/queries.ts'
import { formatMoment, spanKindLabels } from '#web/features/recordings/recording-words.ts'
import {
  editOfDraft,
  fittingRange,
  type HandSpan,
  withHandSpan,
  withLifted,
  withoutHandSpan,
} from '#web/features/recordings/span-draft.ts'
import classes from '#web/features/recordings/SpanEditor.module.css'
import { SpanEdge } from '#web/features/recordings/SpanEdge.tsx'
import listClasses from '#web/features/recordings/SpanList.module.css'
import type { EditedSpans } from '#web/features/recordings/use-span-draft.ts'
import type { TimeRange } from '#web/lib/playback.ts'
import { useUndoKeys } from '#web/lib/undo-keys.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useLeaveQuestion } from '#web/records/leave-question.ts'
import { SaveError } from '#web/records/SaveError.tsx'
import { HistoryButtons } from '#web/ui/HistoryButtons.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'

interface SpanEditorProps {
  recording: Recording
  player: Player
  edited: EditedSpans
  /** The recording as it is now. */
  reload: () => Promise<Recording | undefined>
  onEnd: () => void
}

/** What is not heard: finds are lifted and restored, ranges by hand come, go and move. */
export function SpanEditor({ recording, player, edited, reload, onEnd }: SpanEditorProps) {
  const { draft, isChanged } = edited
  const { message } = App.useApp()
  const invalidate = useInvalidate()
  const saving = useMutation({
    mutationFn: () => saveSpans(recording.id, editOfDraft(draft, edited.revision)),
    onSuccess: async (saved) => {
      edited.accept(saved)
      message.success('Saved. The redacted version is written again.')
      await invalidate('recording', 'call')
      onEnd()
    },
  })
  useUndoKeys(edited)
  useLeaveQuestion(() => isChanged && !saving.isPending)
  const time = usePlayerTime(player)
  const all = [...draft.found, ...draft.byHand].toSorted((one, other) => one.start - other.start)
  const add = () => {
    const span = fittingRange({ start: time, end: time + 2 }, player.duration)
    edited.change((now) => withHandSpan(now, { key: crypto.randomUUID(), ...span }))
  }
  return (
    <div className={classes.editor}>
      <p className={classes.help}>
        Drag over the waveform to mark what must not be heard; drag an edge to move it.
      </p>
      {all.length === 0 && <p className={listClasses.none}>All of it is heard.</p>}
      <ul className={listClasses.list} aria-label="Spans">
        {all.map((span) =>
          'key' in span ? (
            <HandRow key={span.key} span={span} player={player} edited={edited} />
          ) : (
            <li key={span.id} className={listClasses.span}>
              <Place start={span.start} end={span.end} player={player} />
              <span
                className={span.isLifted ? `${listClasses.kind} ${listClasses.lifted}` : listClasses.kind}
              >
                {spanKindLabels[span.kind]}
                {span.isLifted && ', heard all the same'}
              </span>
              <Button
                size="small"
                onClick={() => edited.change((now) => withLifted(now, span.id, !span.isLifted))}
                aria-label={`${span.isLifted ? 'Restore' : 'Lift'} ${spanKindLabels[span.kind]} at ${formatMoment(span.start)}`}
              >
                {span.isLifted ? 'Restore' : 'Lift'}
              </Button>
            </li>
          ),
        )}
      </ul>
      {saving.error !== null && (
        <SaveError
          error={saving.error}
          fields={[]}
          onReload={() => {
            void reload().then((now) => {
              if (now !== undefined) edited.accept(now)
              saving.reset()
            })
          }}
        />
      )}
      <div className={classes.bar} role="region" aria-label="Save">
        <HistoryButtons edited={edited} hasKeys />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the editor is gone */}
        <Button autoFocus onClick={add}>
          Mark 2 s from {formatMoment(time)}
        </Button>
        <span className={classes.words} role="status">
          {isChanged ? 'Not saved yet' : 'Nothing changed'}
        </span>
        <Button
          onClick={() => {
            edited.discard()
            onEnd()
          }}
        >
          {isChanged ? 'Discard' : 'Close'}
        </Button>
        <Button
          type="primary"
          loading={saving.isPending}
          disabled={!isChanged}
          onClick={() => saving.mutate()}
        >
          Save
        </Button>
      </div>
    </div>
  )
}

function Place({ start, end, player }: { start: number; end: number; player: Player }) {
  return (
    <span className={listClasses.at}>
      <PlainButton look="link" title="Listen from a second before" onClick={() => player.playFrom(start - 1)}>
        {formatMoment(start)} – {formatMoment(end)}
      </PlainButton>
    </span>
  )
}

interface HandRowProps {
  span: HandSpan
  player: Player
  edited: EditedSpans
}

function HandRow({ span, player, edited }: HandRowProps) {
  const { key, start, end } = span
  const move = (edges: Partial<TimeRange>) =>
    edited.change(
      (now) => withHandSpan(now, { key, ...fittingRange({ start, end, ...edges }, player.duration) }),
      `edges of ${key}`,
    )
  const place = `of the span at ${formatMoment(start)}, in seconds`
  return (
    <li className={listClasses.span}>
      <Place start={start} end={end} player={player} />
      <span className={listClasses.kind}>{spanKindLabels.hand}</span>
      <span className={listClasses.edges}>
        <SpanEdge label={`Start ${place}`} value={start} onMove={(wanted) => move({ start: wanted })} />
        –
        <SpanEdge label={`End ${place}`} value={end} onMove={(wanted) => move({ end: wanted })} />
      </span>
      <Button
        size="small"
        aria-label={`Delete the span at ${formatMoment(start)}`}
        onClick={() => edited.change((now) => withoutHandSpan(now, key))}
      >
        Delete
      </Button>
    </li>
  )
}
