import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { MessagePage } from '#web/ui/MessagePage.tsx'

/** For both addresses of a recording: what may be heard is the same to somebody who may hear nothing. */
export function CallRecordingPage() {
  return (
    <MessagePage title="No such recording" actions={<Link to={paths.callDetails}>To the calls</Link>}>
      There is no recording with this id, or none that you may hear.
    </MessagePage>
  )
}
