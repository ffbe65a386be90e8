// A vendor's script that counts page views.
fetch(`/vendor/collect?page=${encodeURIComponent(location.pathname)}`, { method: "POST", keepalive: true })
