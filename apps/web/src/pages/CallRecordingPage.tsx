import { Guid } from '@callboard/contract/scalars'
import type { Recording } from '@callboard/contract/recordings'
import { type QueryObserverResult, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { CallHead } from '#web/features/calls/call/CallHead.tsx'
import { titleOfCall } from '#web/features/calls/call-title.ts'
import { callQuery } from '#web/features/calls/queries.ts'
import { recordingQuery } from '#web/features/recordings/queries.ts'
import { WholeRecording } from '#web/features/recordings/WholeRecording.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { MessagePage } from '#web/pages/MessagePage.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'

export function OriginalRecordingPage() {
  return <RecordingPage isRedacted={false} />
}

export function RedactedRecordingPage() {
  return <RecordingPage isRedacted />
}

/** `at`: the moment to begin with, in seconds. */
const RecordingSearch = z.object({ at: z.coerce.number().min(0).optional() })

function RecordingPage({ isRedacted }: { isRedacted: boolean }) {
  const { id = '' } = useParams()
  const { state, problem } = useUrlState(RecordingSearch)
  if (problem !== undefined) return <UnreadablePage title="Recording" problem={problem} />
  if (!Guid.safeParse(id).success) return <NoSuchRecording />
  return <LoadedRecording key={`${id} ${isRedacted}`} id={id} isRedacted={isRedacted} at={state.at} />
}

function NoSuchRecording() {
  return (
    <MessagePage title="No such recording" actions={<Link to={paths.callDetails}>Go to Call Details</Link>}>
      There is no recording with this id, or none that you may hear.
    </MessagePage>
  )
}

interface LoadedRecordingProps {
  id: string
  isRedacted: boolean
  at: number | undefined
}

function LoadedRecording({ id, isRedacted, at }: LoadedRecordingProps) {
  const query = useQuery(recordingQuery(id, isRedacted))
  if (query.error instanceof ApiError && query.error.status === 404) return <NoSuchRecording />
  const mayChoose = query.data?.mayHearOriginal === true && !query.data.isOriginalGone
  return (
    <PageFrame
      title="Recording"
      description={isRedacted ? 'Redacted version' : 'Original'}
      actions={mayChoose && <VersionChoice id={id} isRedacted={isRedacted} />}
    >
      <QueryState query={query} skeleton={<Skeleton rows={10} />}>
        {(recording) => (
          <OfCall recording={recording} at={at} reload={async () => newest(await query.refetch())} />
        )}
      </QueryState>
    </PageFrame>
  )
}

function newest({ data, isError }: QueryObserverResult<Recording>): Recording | undefined {
  return isError ? undefined : data
}

function VersionChoice({ id, isRedacted }: { id: string; isRedacted: boolean }) {
  const navigate = useNavigate()
  return (
    <Segmented
      aria-label="Version"
      value={isRedacted ? 'redacted' : 'original'}
      options={[
        { value: 'redacted', label: 'Redacted version' },
        { value: 'original', label: 'Original' },
      ]}
      onChange={(version) => {
        void navigate(version === 'original' ? paths.callRecording(id) : paths.callRecordingRedacted(id))
      }}
    />
  )
}

interface OfCallProps {
  recording: Recording
  at: number | undefined
  reload: () => Promise<Recording | undefined>
}

/** With what is known of its call. Both appear together, so that nothing moves. */
function OfCall({ recording, at, reload }: OfCallProps) {
  const { id, callId, redacted } = recording
  const timeZone = useTimeZone()
  const { data: call, isPending } = useQuery(callQuery(callId))
  const callHref = buildCallListUrl({ call: callId })
  const path = redacted ? paths.callRecordingRedacted(id) : paths.callRecording(id)
  if (isPending) return <Skeleton rows={10} />
  return (
    <WholeRecording
      recording={recording}
      title={call === undefined ? 'Recording' : titleOfCall(call, timeZone)}
      callHref={callHref}
      hrefAt={(time) => `${path}?at=${Math.round(time * 10) / 10}`}
      at={at}
      reload={reload}
      head={
        <>
          {call !== undefined && <CallHead call={call} timeZone={timeZone} />}
          <Link to={callHref}>Open the call</Link>
        </>
      }
    />
  )
}
