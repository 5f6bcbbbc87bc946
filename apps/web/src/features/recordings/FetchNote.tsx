import { type RecordingFetch, retryRecordingFetch } from '@callboard/contract/recordings'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Row } from '#web/ui/layout.tsx'

/** A recording that has not come from where it is, and what an administrator can do about it. */
export function FetchNote({ fetch }: { fetch: RecordingFetch }) {
  const { id, host, state, error, at } = fetch
  const { isAdmin } = useCurrentUser()
  return (
    <Row gap="4px 16px" wrap tone="quiet">
      <span>{wordsOf(fetch)}</span>
      {error !== null && (
        <span>
          Last tried <TimeText at={at} />
        </span>
      )}
      {state === 'failed' && isAdmin && (
        <ActionButton
          size="small"
          aria-label={`Try again to fetch the recording${host === '' ? '' : ` from ${host}`}`}
          action={async () => await send(retryRecordingFetch, { params: { id } })}
          changes={['recording', 'change']}
        >
          Try again
        </ActionButton>
      )}
    </Row>
  )
}

/** Errors are sentences, which name the host where it matters. */
function wordsOf({ host, state, error }: RecordingFetch): string {
  if (state === 'failed') return `A recording could not be fetched: ${error ?? host}`
  if (error !== null) return `A recording has not come yet: ${error} It is tried again.`
  return `A recording is being fetched from ${host}.`
}
