export default function NotFound() {
  return <p>the shop has no such page</p>
}
