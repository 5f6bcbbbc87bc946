import type { SavedReport } from '@callboard/contract/saved-reports'
import { checkSharing } from '@callboard/contract/sending'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { sharingWords } from '#web/features/report-view/sharing-words.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { Grid } from '#web/ui/layout.tsx'

/** What another group, or none, means for the one that has the report now. */
export function LeftGroupNote({ saved }: { saved: SavedReport | undefined }) {
  const chosen = Form.useWatch<string | null | undefined>('sharedWithGroupId')
  // Undefined until the form knows.
  if (saved === undefined || saved.sharedWithGroupId === null) return null
  if (chosen === undefined || chosen === saved.sharedWithGroupId) return null
  return <LosingNote saved={saved} chosen={chosen} />
}

function LosingNote({ saved, chosen }: { saved: SavedReport; chosen: string | null }) {
  const { id: ownId } = useCurrentUser()
  const { data } = useQuery(
    endpointQuery('subscription', checkSharing, {
      params: { id: saved.id },
      body: { sharedWithGroupId: chosen },
    }),
  )
  const sentences =
    data === undefined
      ? ['Its members no longer find it, and get no more emails of it unless they have it otherwise.']
      : sharingWords(data, ownId)
  return (
    <Form.Item>
      <Alert
        type="warning"
        showIcon
        title={`${saved.sharedWithGroupName ?? 'The group that has it'} loses this report`}
        description={
          // As high before it is known, so that Save stays where it is.
          <Grid as="ul" gap={4} minHeight={70} breaks="anywhere" aria-live="polite">
            <li>A report is shared with one group.</li>
            {sentences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </Grid>
        }
      />
    </Form.Item>
  )
}
