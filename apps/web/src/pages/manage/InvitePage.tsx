import { Button } from 'antd'
import { Link } from 'react-router'
import { InviteForm } from '#web/features/users/InviteForm.tsx'
import { userKind } from '#web/features/users/queries.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

export function InvitePage() {
  const { title, path, addLabel } = userKind
  return (
    <PageFrame
      title="Invite User"
      description="Choose a role, calls and reports. Invited users choose their own password"
      actions={
        <Link to={paths.manageRecord(path, newRecordId)}>
          <Button tabIndex={-1}>{addLabel}</Button>
        </Link>
      }
      breadcrumbs={<ManageCrumbs above={[{ name: title, path: paths.manageList(path) }]} />}
    >
      <Panel label="Invitation">
        <InviteForm />
      </Panel>
    </PageFrame>
  )
}
