import { EyeInvisibleOutlined, LockOutlined } from '@ant-design/icons'
import { wordsOfRight } from '@callboard/contract/claim-words'
import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'
import { Tooltip } from 'antd'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { Row } from '#web/ui/layout.tsx'

interface AudienceSignsProps {
  item: EditedItem
  /** Of roles, by their ids. */
  roleNames: ReadonlyMap<string, string>
}

/** That not everybody sees an item; what keeps it from whom says the tooltip. */
export function AudienceSigns({ item, roleNames }: AudienceSignsProps) {
  const { adminOnly, claim, hiddenFromRoleIds: ids = [] } = item
  const limit = adminOnly
    ? 'For administrators only'
    : claim === null
      ? undefined
      : `Required right: ${wordsOfRight(claim)}`
  const names = ids.map((id) => roleNames.get(id) ?? '…')
  const hidden = `Hidden from ${formatCounted(ids.length, 'role')}: ${joinWithAnd(names)}`
  return (
    <Row as="span" inline gap={8} margin="0 0 0 8px" tone="quiet" fontSize={12}>
      {limit !== undefined && (
        <Tooltip title={limit}>
          <LockOutlined role="img" aria-label={limit} />
        </Tooltip>
      )}
      {/* From roles nothing is hidden that only administrators see. */}
      {!adminOnly && ids.length > 0 && (
        <Tooltip title={hidden}>
          <span role="img" aria-label={hidden}>
            <EyeInvisibleOutlined aria-hidden /> {ids.length}
          </span>
        </Tooltip>
      )}
    </Row>
  )
}
