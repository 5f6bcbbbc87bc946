import { Tag } from 'antd'

interface ActiveTagProps {
  isActive: boolean
  isDeleted?: boolean
}

/** Says of a record that it is not active; those that are need no word. */
export function ActiveTag({ isActive, isDeleted = false }: ActiveTagProps) {
  if (isDeleted) return <Tag color="error">Deleted</Tag>
  return isActive ? null : <Tag>Not active</Tag>
}
