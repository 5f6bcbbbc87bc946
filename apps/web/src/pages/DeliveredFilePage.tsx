import { DownloadOutlined } from '@ant-design/icons'
import { formatBytes } from '@callboard/contract/format'
import { type Delivery, getDeliveredFile } from '@callboard/contract/subscriptions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex } from 'antd'
import { Link, useParams } from 'react-router'
import { deliveryQuery } from '#web/features/subscriptions/queries.ts'
import { download } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** Where the link of a mail leads whose file was too large for it. */
export function DeliveredFilePage() {
  const { id: savedReportId = '', deliveryId = '', name = '' } = useParams()
  const query = useQuery(deliveryQuery(savedReportId, deliveryId))
  return (
    <PageFrame
      title={name}
      description={query.data && <About delivery={query.data} />}
      breadcrumbs={<ReportCrumbs above={[{ name: 'Subscriptions', path: paths.ownSubscriptions }]} />}
    >
      <Panel label="File">
        <QueryState query={query} errorTitle="This file is not available">
          {(delivery) => <File delivery={delivery} name={name} />}
        </QueryState>
      </Panel>
    </PageFrame>
  )
}

function About({ delivery: { subscriptionName, recipient, dueAt } }: { delivery: Delivery }) {
  return (
    <>
      By the subscription {subscriptionName}, sent to {recipient.name} for <TimeText at={dueAt} />
    </>
  )
}

function File({ delivery, name }: { delivery: Delivery; name: string }) {
  const { id, savedReportId, files, isReadable } = delivery
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => await download(getDeliveredFile, { params: { savedReportId, id, name } }, '*/*'),
  })
  const file = files.find((one) => one.name === name)
  if (file === undefined || !isReadable)
    return <Alert type="warning" showIcon title="Only the recipient of the email can open this file" />
  if (!file.isKept) {
    return (
      <Alert
        type="info"
        showIcon
        title="This file has expired"
        description={<Link to={paths.savedReport(savedReportId)}>Open the report to export it again</Link>}
      />
    )
  }
  return (
    <Flex vertical align="start" gap="middle">
      {error !== null && <ErrorNote error={error} title="The file could not be downloaded" />}
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Download, {formatBytes(file.bytes)}
      </Button>
    </Flex>
  )
}
