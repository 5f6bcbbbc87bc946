import type { Recording } from '@callboard/contract/recordings'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type Player, usePlayerTime } from '#web/features/recordings/player/player.ts'
import { saveSpans } from '#web/features/recordings/queries.ts'
import { formatMoment, spanKindLabels } from '#web/features/recordings/recording-words.ts'
import {
  editOfDraft,
  fittingRange,
  type HandSpan,
  withHandSpan,
  withLifted,
  withoutHandSpan,
} from '#web/features/recordings/spans/span-draft.ts'
import classes from '#web/features/recordings/spans/SpanEditor.module.css'
import { SpanEdge } from '#web/features/recordings/spans/SpanEdge.tsx'
import listClasses from '#web/features/recordings/spans/SpanList.module.css'
import type { EditedSpans } from '#web/features/recordings/spans/use-span-draft.ts'
import type { TimeRange } from '#web/lib/playback/playback.ts'
import { useUndoKeys } from '#web/ui/editing/undo-keys.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { HistoryButtons } from '#web/ui/editing/HistoryButtons.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Hint, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

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
  const message = useMessage()
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
  useLeaveQuestion(() => isChanged && !saving.isPending, edited.isKept)
  const time = usePlayerTime(player)
  const all = [...draft.found, ...draft.byHand].toSorted((one, other) => one.start - other.start)
  const add = () => {
    const span = fittingRange({ start: time, end: time + 2 }, player.duration)
    edited.change((now) => withHandSpan(now, { key: crypto.randomUUID(), ...span }))
  }
  return (
    <Stack gap={10}>
      {edited.restored !== undefined && (
        <RestoredNote
          savedAt={edited.restored.savedAt}
          since={
            edited.restored.isOlder
              ? 'Somebody has changed it since. What you marked is marked again; what you lifted or deleted is not heard until you do so again.'
              : undefined
          }
          onDiscard={edited.discard}
        />
      )}
      <Hint>Drag over the waveform to mark what must not be heard; drag an edge to move it.</Hint>
      {all.length === 0 && <Hint>All of it is heard.</Hint>}
      <Stack as="ul" gap={6} maxHeight={320} className={listClasses.list} aria-label="Spans">
        {all.map((span) =>
          'key' in span ? (
            <HandRow key={span.key} span={span} player={player} edited={edited} />
          ) : (
            <Row as="li" gap="4px 12px" align="center" wrap minHeight={32} key={span.id}>
              <Place start={span.start} end={span.end} player={player} />
              <Text flex="1 1 120px" {...(span.isLifted && { tone: 'quiet' })}>
                {spanKindLabels[span.kind]}
                {span.isLifted && ', heard all the same'}
              </Text>
              <Button
                size="small"
                onClick={() => edited.change((now) => withLifted(now, span.id, !span.isLifted))}
                aria-label={`${span.isLifted ? 'Restore' : 'Lift'} ${spanKindLabels[span.kind]} at ${formatMoment(span.start)}`}
              >
                {span.isLifted ? 'Restore' : 'Lift'}
              </Button>
            </Row>
          ),
        )}
      </Stack>
      {saving.error !== null && (
        <SaveError
          error={saving.error}
          fields={[]}
          onReload={() => {
            void reload().then((now) => {
              if (now !== undefined) edited.rebase(now)
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
        <QuietText flex="1 1 100px" fontSize={13} role="status">
          {isChanged ? 'Not saved yet' : 'Nothing changed'}
        </QuietText>
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
    </Stack>
  )
}

function Place({ start, end, player }: { start: number; end: number; player: Player }) {
  return (
    <Text minWidth={116}>
      <PlainButton look="link" title="Listen from a second before" onClick={() => player.playFrom(start - 1)}>
        {formatMoment(start)} – {formatMoment(end)}
      </PlainButton>
    </Text>
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
    <Row as="li" gap="4px 12px" align="center" wrap minHeight={32}>
      <Place start={start} end={end} player={player} />
      <Text flex="1 1 120px">{spanKindLabels.hand}</Text>
      <Row as="span" gap={6} align="center">
        <SpanEdge label={`Start ${place}`} value={start} onMove={(wanted) => move({ start: wanted })} />
        –
        <SpanEdge label={`End ${place}`} value={end} onMove={(wanted) => move({ end: wanted })} />
      </Row>
      <Button
        size="small"
        aria-label={`Delete the span at ${formatMoment(start)}`}
        onClick={() => edited.change((now) => withoutHandSpan(now, key))}
      >
        Delete
      </Button>
    </Row>
  )
}
