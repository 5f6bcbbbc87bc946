import { DeleteOutlined } from '@ant-design/icons'
import type { RecordingComment } from '@callboard/contract/recording-comments'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { z } from 'zod'
import { type Player, usePlayerTime } from '#web/features/recordings/player/player.ts'
import { commentsQuery, createComment, deleteComment } from '#web/features/recordings/queries.ts'
import classes from '#web/features/recordings/RecordingComments.module.css'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import { useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { CopyButton } from '#web/ui/buttons/CopyButton.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Hint, QuietText, Row, Stack } from '#web/ui/layout.tsx'

interface RecordingCommentsProps {
  recordingId: string
  player: Player
  /** The address that opens the recording at a moment. */
  hrefAt: (time: number) => string
}

/** What people wrote at moments of a recording. */
export function RecordingComments({ recordingId, player, hrefAt }: RecordingCommentsProps) {
  const query = useQuery(commentsQuery(recordingId))
  const isViewingAs = useIsViewingAs()
  return (
    <Stack gap={12}>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Hint>Nobody has written anything yet.</Hint>
          ) : (
            <Stack as="ol" gap={8} maxHeight={320} className={classes.list} aria-label="Comments">
              {items.map((comment) => (
                <Comment
                  key={comment.id}
                  recordingId={recordingId}
                  comment={comment}
                  player={player}
                  href={hrefAt(comment.at)}
                />
              ))}
            </Stack>
          )
        }
      </QueryState>
      {!isViewingAs && <CommentForm recordingId={recordingId} player={player} />}
    </Stack>
  )
}

interface CommentProps {
  recordingId: string
  comment: RecordingComment
  player: Player
  href: string
}

function Comment({ recordingId, comment, player, href }: CommentProps) {
  const { id, at, text, userName, fullName, mayDelete, createdAt } = comment
  return (
    <li className={classes.comment}>
      <Row gap="2px 6px" align="center" wrap>
        <PlainButton look="link" onClick={() => player.seekTo(at)}>
          {formatClock(at)}
        </PlainButton>
        <QuietText flex="1 1 auto" fontSize={13}>
          <PersonName userName={userName} fullName={fullName} />, <TimeText at={createdAt} show="recent" />
        </QuietText>
        <CopyButton
          size="small"
          type="text"
          text={new URL(href, location.href).href}
          label="Copy link"
          done="Link copied"
        />
        {mayDelete && (
          <ActionButton
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`Delete the comment at ${formatClock(at)}`}
            action={() => deleteComment(recordingId, id)}
            changes={['recording']}
            question={{ title: 'Delete this comment?', okText: 'Delete' }}
          />
        )}
      </Row>
      <p className={classes.text}>{text}</p>
    </li>
  )
}

/** With the moment that it is about; null before the first letter. */
const EnteredComment = z.object({ text: z.string(), at: z.number().nullable() })

/** A comment belongs to the moment at which its first letter was typed. */
function CommentForm({ recordingId, player }: { recordingId: string; player: Player }) {
  const now = usePlayerTime(player)
  const draft = useEnteredValue(`comment:${recordingId}`, EnteredComment, { text: '', at: null })
  const { text, at: begun } = draft.value ?? { text: '', at: null }
  const invalidate = useInvalidate()
  const at = begun ?? now
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => await draft.send(async () => await createComment(recordingId, at, text.trim())),
    onSuccess: async () => {
      draft.giveUp()
      await invalidate('recording')
    },
  })
  return (
    <Stack
      as="form"
      align="flex-start"
      gap={8}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') mutate()
      }}
    >
      <Input.TextArea
        aria-label={`Comment at ${formatClock(at)}`}
        placeholder={`Comment at ${formatClock(at)}`}
        autoSize={{ minRows: 1, maxRows: 8 }}
        maxLength={2000}
        value={text}
        onChange={({ target }) => {
          if (target.value === '') draft.giveUp()
          else draft.enter({ text: target.value, at })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') mutate()
        }}
      />
      <Button htmlType="submit" loading={isPending} disabled={text.trim() === ''}>
        Add comment
      </Button>
      {draft.restored !== undefined && (
        <RestoredNote savedAt={draft.restored.savedAt} onDiscard={draft.giveUp} />
      )}
      {error !== null && <ErrorNote error={error} title="This was not saved" />}
    </Stack>
  )
}
