import { DownloadOutlined } from '@ant-design/icons'
import { getDeliveredFile } from '@callboard/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { download } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorNote } from '#web/ui/ErrorNote.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Where the link of a mail leads whose file was too large for it. */
export function DeliveredFilePage() {
  const { id: savedReportId = '', deliveryId: id = '', name = '' } = useParams()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => await download(getDeliveredFile, { params: { savedReportId, id, name } }, '*/*'),
  })
  return (
    <PageFrame
      title={name}
      description="A file that was too large for its mail. It is kept for 7 days."
      breadcrumbs={<Link to={paths.reports}>Reports</Link>}
    >
      <Panel label="File">
        {error !== null && <ErrorNote error={error} title="The file could not be downloaded" />}
        <Button
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          Download
        </Button>
      </Panel>
    </PageFrame>
  )
}
