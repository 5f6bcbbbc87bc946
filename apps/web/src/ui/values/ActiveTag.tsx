import { Tag } from 'antd'

interface ActiveTagProps {
  isActive: boolean
  isDeleted?: boolean
}

/** Marks a record that is not active or deleted; active ones get no tag. */
export function ActiveTag({ isActive, isDeleted = false }: ActiveTagProps) {
  if (isDeleted) return <Tag color="error">Deleted</Tag>
  return isActive ? null : <Tag>Inactive</Tag>
}
