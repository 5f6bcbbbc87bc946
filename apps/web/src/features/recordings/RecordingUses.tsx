import type { RecordingUse } from '@callboard/contract/recording-uses'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Player, usePlayerStatus } from '#web/features/recordings/player/player.ts'
import { usePageSize, usesQuery } from '#web/features/recordings/queries.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

const kindWords = {
  play: 'listened',
  download: 'downloaded it',
  data: 'viewed its waveform and transcript',
} as const satisfies Record<RecordingUse['kind'], string>

const columns: readonly FitColumn<RecordingUse>[] = [
  timeColumn('at', { title: 'When', minWidth: 180 }),
  { key: 'who', title: 'Who', minWidth: 170, render: (_, use) => <Who use={use} /> },
  {
    key: 'what',
    title: 'What',
    minWidth: 240,
    render: (_, { kind, redacted }) => `${kindWords[kind]}, ${redacted ? 'redacted' : 'original'}`,
  },
  { key: 'reason', title: 'Reason', minWidth: 180, render: (_, { reason }) => reason },
  { key: 'from', title: 'From', minWidth: 130, render: (_, { address }) => address },
]

/** Who listened to a recording, the newest first. */
export function RecordingUses({ recordingId, player }: { recordingId: string; player: Player }) {
  const [page, setPage] = useState(1)
  const query = useQuery(usesQuery(recordingId, page))
  const { refetch } = query
  const isPlaying = usePlayerStatus(player) === 'playing'
  // One's own is on record once there is sound.
  useEffect(() => {
    if (isPlaying) void refetch()
  }, [isPlaying, refetch])
  return (
    <QueryState
      query={query}
      isEmpty={({ total }) => total === 0}
      emptyReason="Nobody has listened to it yet."
    >
      {({ items, total }) => (
        <FitTable<RecordingUse>
          rowKey="id"
          size="small"
          columns={columns}
          dataSource={[...items]}
          renderWhole={(use) => (
            <>
              <div>
                <Who use={use} /> {kindWords[use.kind]}, {use.redacted ? 'redacted' : 'original'}
              </div>
              <div>
                <TimeText at={use.at} /> · {use.address}
              </div>
              {use.reason !== null && <div>{use.reason}</div>}
            </>
          )}
          pagination={
            total > usePageSize && {
              current: page,
              pageSize: usePageSize,
              total,
              showSizeChanger: false,
              onChange: setPage,
            }
          }
        />
      )}
    </QueryState>
  )
}

function Who({ use }: { use: RecordingUse }) {
  const { userName, fullName, maskedUserName, maskedFullName } = use
  return (
    <>
      <PersonName userName={userName} fullName={fullName} />
      {maskedFullName !== null && (
        <>
          , viewing as <PersonName userName={maskedUserName} fullName={maskedFullName} />
        </>
      )}
    </>
  )
}
