// A vendor's script that counts page views.
document.cookie = "_views_1=1; Path=/; Max-Age=86400; SameSite=Lax"
fetch(`/vendor/collect?page=${encodeURIComponent(location.pathname)}`, { method: "POST", keepalive: true })
