import { ConfigProvider } from 'antd'
import { OwnSubscriptionsPanel } from '#web/features/subscriptions/OwnSubscriptionsPanel.tsx'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'

/** What one gets by mail, and what one sends to others. */
export function OwnSubscriptionsPage() {
  return (
    <PageFrame
      title="Subscriptions"
      description="Reports that you get by email, or that you send to others"
      breadcrumbs={<ReportCrumbs above={[]} />}
    >
      <ConfigProvider componentDisabled={useIsViewingAs()}>
        <OwnSubscriptionsPanel />
      </ConfigProvider>
    </PageFrame>
  )
}
