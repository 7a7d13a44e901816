package safehttp

import (
	"net/netip"
	"testing"
)

func TestAllowed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		addr           string
		strict, onLoop bool // without and with AllowLoopback
	}{
		{"8.8.8.8", true, true},
		{"200.160.2.3", true, true},
		{"172.15.255.255", true, true},
		{"172.32.0.1", true, true},
		{"100.63.255.255", true, true},
		{"100.128.0.1", true, true},
		{"223.255.255.255", true, true},
		{"2001:4860:4860::8888", true, true},
		{"2606:4700::1111", true, true},
		{"2001:200::1", true, true},

		{"127.0.0.1", false, true},
		{"127.255.255.254", false, true},
		{"::1", false, true},

		{"0.0.0.0", false, false},
		{"0.1.2.3", false, false},
		{"10.0.0.1", false, false},
		{"100.64.0.1", false, false},
		{"100.127.255.255", false, false},
		{"169.254.169.254", false, false},
		{"172.16.0.1", false, false},
		{"172.31.255.255", false, false},
		{"192.0.0.192", false, false},
		{"192.0.2.1", false, false},
		{"192.88.99.1", false, false},
		{"192.168.1.1", false, false},
		{"198.18.0.1", false, false},
		{"198.19.255.255", false, false},
		{"198.51.100.1", false, false},
		{"203.0.113.1", false, false},
		{"224.0.0.1", false, false},
		{"239.255.255.255", false, false},
		{"240.0.0.1", false, false},
		{"255.255.255.255", false, false},

		{"::", false, false},
		{"::127.0.0.1", false, false},
		{"::ffff:127.0.0.1", false, false},
		{"::ffff:8.8.8.8", false, false},
		{"::ffff:169.254.169.254", false, false},
		{"64:ff9b::7f00:1", false, false},
		{"64:ff9b::808:808", false, false},
		{"64:ff9b:1::1", false, false},
		{"100::1", false, false},
		{"2001::1", false, false},
		{"2001:2::1", false, false},
		{"2001:db8::1", false, false},
		{"2002:7f00:1::", false, false},
		{"2002:808:808::1", false, false},
		{"3fff::1", false, false},
		{"5f00::1", false, false},
		{"fc00::1", false, false},
		{"fd00:ec2::254", false, false},
		{"fe80::1", false, false},
		{"fe80::1%eth0", false, false},
		{"2606:4700::1111%eth0", false, false},
		{"::1%lo", false, false},
		{"fec0::1", false, false},
		{"ff02::1", false, false},
	}
	for _, tt := range tests {
		addr := netip.MustParseAddr(tt.addr)
		if got := allowed(addr, false); got != tt.strict {
			t.Errorf("allowed(%s, false) = %t", tt.addr, got)
		}
		if got := allowed(addr, true); got != tt.onLoop {
			t.Errorf("allowed(%s, true) = %t", tt.addr, got)
		}
	}
	if allowed(netip.Addr{}, true) {
		t.Error("the zero address is allowed")
	}
}
